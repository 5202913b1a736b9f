import { describe, expect, it } from 'vitest';
import { keptExamples } from '../../src/doors/http/openapi/examples.ts';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { groups } from '../../src/groups/index.ts';
import { Contract, type OpenApi } from '../support/contract.ts';
import { shownOperations } from '../support/examples/add.ts';
import { isBetter, mostBytes } from '../support/examples/kept.ts';
import { isRandom, normalised, randomPattern } from '../support/examples/normalise.ts';
import { refusedHere } from '../support/exercised.ts';

const document = openApiDocument(groups, 'http://localhost') as unknown as OpenApi;
const contract = new Contract(document);
const kept = keptExamples();
const shown = shownOperations(contract, document);

/** Their answers are bytes, pages, streams, redirects and metrics. */
const shapeless = [
  'auth.verify_ask',
  'auth.verify_confirm',
  'backup.download',
  'billing_mock.press',
  'billing_mock.show',
  'book_record.export',
  'dashboard.live',
  'dashboard.page',
  'email_unsubscribe.confirm',
  'email_unsubscribe.show',
  'event.stream',
  'file.content',
  'file.resumable_delete',
  'file.resumable_patch',
  'file.variant',
  'form.export',
  'form.page',
  'form.page_submit',
  'metrics.get',
  'oauth.callback',
  'oauth.callback_form',
  'page.docs',
  'page.landing',
  'page.openapi',
  'realtime.connect',
  'route.challenge',
  'saml.acs',
  'saml.metadata',
  'saml.slo',
  'saved_report.export',
  'short_url.open',
  'short_url.unlock',
  'tenant.export',
  'tenant_current.export',
  'workflow.graph',
];

/** `EXAMPLES=1 npm test -- test/<group>` adds what is missing, and replaces what does not fit any more. */
describe('the examples of answers', () => {
  it('are those of operations that answer data, in the order of their ids', () => {
    expect([...kept.keys()].filter((id) => !shown.includes(id))).toEqual([]);
    expect([...kept.keys()]).toEqual([...kept.keys()].toSorted());
  });

  it('are there for each operation', () => {
    expect(shown.filter((id) => !kept.has(id)).toSorted()).toEqual(refusedHere);
    const all = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .map(({ operationId }) => operationId);
    expect(all.filter((id) => !shown.includes(id)).toSorted()).toEqual(shapeless);
  });

  it('match the document', () => {
    expect([...kept].filter(([id, data]) => !contract.fits(id, data)).map(([id]) => id)).toEqual(
      [],
    );
  });

  it('are small, and hold nothing of the run that they come from', () => {
    const large = [...kept].filter(([, data]) => JSON.stringify(data).length > mostBytes);
    expect(large.map(([id]) => id)).toEqual([]);
    const text = JSON.stringify(Object.fromEntries(kept));
    expect(text.match(/localhost|127\.0\.0\.1|\beyJ\w+|whsec_\w{8,}|ins_\w{12,}/g)).toBe(null);
    const random = (text.match(randomPattern) ?? []).filter(isRandom);
    expect(random).toEqual([]);
  });

  it('stand in the document, in their envelope', () => {
    const { responses } = document.paths['/v1/webhooks/{webhook_id}']?.get ?? {};
    expect(responses?.[200]?.content?.['application/json']).toMatchObject({
      example: { success: true, data: kept.get('webhook.get'), request_id: expect.any(String) },
    });
  });
});

describe('an answer that is kept', () => {
  const id = (n: number) => `obj_${n.toString(16).padStart(32, '0')}`;
  const first = 'obj_0192f7c1d5e87a3b9c4d2e1f0a6b8c01';

  it('numbers its ids, and stops its clocks', () => {
    const at = '2026-11-27T16:00:01.123+00:00';
    expect(normalised({ id: id(7), parent: id(9), path: `/${id(7)}`, at, took_ms: 3 })).toEqual({
      id: first,
      parent: first.replace(/01$/, '02'),
      path: `/${first}`,
      at: '2026-11-20T18:23:00.123456+00:00',
      took_ms: 12,
    });
    expect(normalised({ expires: 1_795_000_000, day: '2027-01-02' })).toEqual({
      expires: 1_795_198_980,
      day: '2026-11-20',
    });
  });

  it('hides secrets and addresses of the machine', () => {
    expect(
      normalised({
        token: 'ins_x',
        error_code: 'NOT_FOUND',
        code: 'NOT_FOUND',
        recovery_codes: ['abcd-efgh'],
        url: 'http://127.0.0.1:4711/a?signature=0123456789abcdef0123456789abcdef',
        cursor: 'WyIyMDI2LTExLTI3VDE2OjAwOjAxIl0',
      }),
    ).toEqual({
      token: '…',
      error_code: 'NOT_FOUND',
      code: 'NOT_FOUND',
      recovery_codes: ['…'],
      url: 'https://api.example.com/a?signature=…',
      cursor: '…',
    });
  });

  it('is cut where it is long', () => {
    expect(normalised({ list: [1, 2, 3], text: 'a '.repeat(200) })).toEqual({
      list: [1, 2],
      text: `${'a '.repeat(80)}…`,
    });
    expect(normalised({ list: [1, 2, 3] }, 1)).toEqual({ list: [1] });
  });

  it('is the one that shows most, whichever came first', () => {
    const [little, much] = ['{"a":null}', '{"a":1,"b":[2]}'];
    expect([isBetter(much, little), isBetter(little, much)]).toEqual([true, false]);
    expect([isBetter('[1]', '[2]'), isBetter('[2]', '[1]')]).toEqual([true, false]);
  });
});
