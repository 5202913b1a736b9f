import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startRelay } from '../support/relay.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { sendHook } from './send-hook.ts';
import {
  type Answered,
  type Asked,
  create,
  defineThings,
  logs,
  path,
  type Source,
  startSource,
  sync,
  things,
} from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let source: Source;
let api: TenantClient;
let answer: (asked: Asked) => Answered;
beforeAll(async () => {
  source = await startSource((asked) => answer(asked));
});
afterAll(() => source.close());
beforeEach(async () => {
  source.asked.length = 0;
  api = await createTenant(server);
  await defineThings(api);
});

/** Values that PostgreSQL or a number of JavaScript cannot keep, and why. */
const unkeepable = [
  ['an integer beyond 2^53', '9007199254740993', /send it as a string/],
  ['a number beyond all', '1e400', /too large/],
  ['a NUL', '"a\\u0000b"', /NUL/],
  ['half a pair', '"\\ud83d"', /surrogate/],
  ['a deep list', `${'['.repeat(80)}${']'.repeat(80)}`, /levels deep/],
] as const;
const good2 = (code: string) => `{"code": "${code}", "amount": 1}`;
const codes = async () => (await things(api)).map(({ code }) => code);
const reasons = async (id: string) =>
  (await logs(api, id)).filter(({ error }) => error).map(({ error }) => error.message);

describe('a record that cannot be kept', () => {
  it.each(unkeepable)('fails without the others, with its reason: %s', async (_, value, reason) => {
    answer = ({ url }) => {
      const isFirst = !url.searchParams.has('at');
      return {
        body: isFirst
          ? `{"data": [${good2('a')}, {"code": "bad", "amount": ${value}}, ${good2('b')}], "next": "2"}`
          : `{"data": [${good2('c')}], "next": null}`,
      };
    };
    const { id } = await create(api, {
      provider: 'http_json',
      config_json: {
        url: `${source.url}/x`,
        records: 'data',
        paging: { style: 'cursor', param: 'at', path: 'next' },
      },
    });
    expect(await sync(api, id)).toMatchObject({
      status: 'partial',
      records_read: 4,
      records_created: 3,
      records_failed: 1,
    });
    expect(await codes()).toEqual(['a', 'b', 'c']);
    expect(await reasons(id)).toEqual([expect.stringMatching(reason)]);
  });

  it('fails alone in a message that is sent, which is taken', async () => {
    const { id, secret } = await create(api, { provider: 'webhook_inbound' });
    const bad = unkeepable
      .slice(0, 4)
      .map(([, value], n) => `{"code": "bad${n}", "amount": ${value}}`);
    const body = `[${good2('a')}, ${bad.join()}, ${good2('b')}]`;
    expect((await sendHook(api, { id, secret, body })).status).toBe(200);
    expect((await sendHook(api, { id, secret, body: `{"code": ${bad[0]}}` })).status).toBe(200);
    await sync(api, id);
    expect(await codes()).toEqual(['a', 'b']);
    expect(await reasons(id)).toHaveLength(bad.length + 1);
  });

  it('fails alone among the rows of another PostgreSQL', async () => {
    const relay = await startRelay();
    const url = new URL(relay.to(String(server.db.options.connectionString)));
    const { id } = await create(api, {
      provider: 'postgres',
      config_json: {
        host: url.hostname,
        port: Number(url.port),
        database: url.pathname.slice(1),
        username: url.username,
        password: decodeURIComponent(url.password) || 'none',
        tls: 'off',
        query: `select 'c' || n as code, case n when 2 then 9007199254740993 else n end as amount
          from generate_series(1, 3) n`,
      },
    });
    expect(await sync(api, id)).toMatchObject({ records_created: 2, records_failed: 1 });
    expect(await codes()).toEqual(['c1', 'c3']);
    await relay.close();
  });

  it('fails alone where bytes are no character', async () => {
    answer = () => ({
      body: Buffer.concat([
        Buffer.from(`[${good2('a')}, {"code": "`),
        Buffer.from([0xe4]),
        Buffer.from(`"}, ${good2('b')}]`),
      ]),
    });
    const { id } = await create(api, {
      provider: 'http_json',
      config_json: { url: `${source.url}/x` },
    });
    expect(await sync(api, id)).toMatchObject({ records_created: 2, records_failed: 1 });
    expect(await codes()).toEqual(['a', 'b']);
  });

  it('is shown by a dry run', async () => {
    answer = () => ({ body: `[${good2('a')}, {"code": "bad", "amount": 1e400}]` });
    const { id } = await create(api, {
      provider: 'http_json',
      config_json: { url: `${source.url}/x` },
    });
    const { body } = await api.post(`${path}/${id}/sync?dry_run=true`);
    expect(body.data).toMatchObject({
      records_created: 1,
      records_failed: 1,
      errors: [{ row: 2, property: 'amount', code: 'not_finite' }],
    });
  });
});

describe('a CSV file', () => {
  const csv = () =>
    create(api, { provider: 'csv_url', config_json: { url: `${source.url}/x.csv` } });

  it('lets rows fail that have more cells than columns, NUL or bytes that are no character', async () => {
    answer = () => ({
      body: Buffer.concat([
        Buffer.from('code,amount\na,1\nb,2,3\nc\0c,3\n'),
        Buffer.from([0x64, 0xe4]),
        Buffer.from(',4\ne,5\nf\n'),
      ]),
    });
    const { id } = await csv();
    expect(await sync(api, id)).toMatchObject({
      status: 'partial',
      records_created: 3,
      records_failed: 3,
    });
    expect(await codes()).toEqual(['a', 'e', 'f']);
    expect((await reasons(id)).toSorted()).toEqual([
      expect.stringMatching(/not valid in the encoding/),
      expect.stringMatching(/3 cells/),
      expect.stringMatching(/NUL/),
    ]);
  });

  it.each([
    ['its header', 'text/csv; charset=windows-1252', Buffer.from('code\nK\xe4se\n', 'latin1')],
    ['a mark of UTF-8', 'text/csv', Buffer.from('\ufeffcode\nKäse\n')],
    ['a mark of UTF-16', 'text/csv', Buffer.from('\ufeffcode\nKäse\n', 'utf16le')],
    [
      'a mark, whatever its header',
      'text/csv; charset=iso-8859-1',
      Buffer.from('\ufeffcode\nKäse\n'),
    ],
  ])('is read in the encoding of %s', async (_, type, body) => {
    answer = () => ({ headers: { 'content-type': type }, body });
    const { id } = await csv();
    expect(await sync(api, id)).toMatchObject({ status: 'succeeded', records_created: 1 });
    expect(await codes()).toEqual(['Käse']);
  });

  it('fails in an encoding that is not known', async () => {
    answer = () => ({
      headers: { 'content-type': 'text/csv; charset=klingon' },
      body: 'code\na\n',
    });
    const { id } = await csv();
    expect(await sync(api, id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('klingon'),
    });
  });
});

describe('a source that never ends', () => {
  it.each([
    ['a cursor', { style: 'cursor', param: 'at', path: 'next' }],
    ['addresses', { style: 'next_url', path: 'next' }],
    ['pages', { style: 'page', param: 'page' }],
  ])('is left when it leads in a circle, with what it had: %s', async (_, paging) => {
    const circle: Record<string, string> = { '': 'A', A: 'B', B: 'A' };
    answer = ({ url }) => {
      const at = url.searchParams.get('at') ?? '';
      const isPages = paging.style === 'page';
      const next = circle[at];
      return {
        body: {
          items: [{ code: isPages ? 'same' : `c${at}` }],
          next: paging.style === 'next_url' ? `/x?at=${next}` : next,
        },
      };
    };
    const { id } = await create(api, {
      provider: 'http_json',
      config_json: { url: `${source.url}/x`, records: 'items', paging },
    });
    const ended = await sync(api, id);
    expect(ended).toMatchObject({ status: 'failed', error: expect.stringContaining('circle') });
    expect(source.asked.length).toBeLessThanOrEqual(3);
    expect(await codes()).toEqual(paging.style === 'page' ? ['same'] : ['c', 'cA', 'cB']);
    expect((await good(api.get(`${path}/${id}`))).cursor).toEqual({});
  });
});

describe('a source that has too much to do', () => {
  const busy = (times: number, wait: string) => {
    answer = () =>
      source.asked.length <= times
        ? { status: 429, headers: { 'retry-after': wait }, body: {} }
        : { body: `[${good2('a')}]` };
    return create(api, { provider: 'http_json', config_json: { url: `${source.url}/x` } });
  };

  it('is asked again after the time that it names', async () => {
    const { id } = await busy(2, '1');
    expect(await sync(api, id)).toMatchObject({ status: 'succeeded', records_created: 1 });
    expect(source.asked).toHaveLength(3);
  });

  it('lets the sync fail when that is longer than a sync waits', async () => {
    const { id } = await busy(1, '3600');
    expect(await sync(api, id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/429 and asks to wait 3600 seconds/),
    });
  });
});
