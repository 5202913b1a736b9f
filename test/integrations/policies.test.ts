import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPolicy } from '../policies/support.ts';
import { managerOf } from '../rights/support.ts';
import { good } from '../support/answers.ts';
import { createTenant } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { create, defineThings, type Source, startSource, sync, things } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let source: Source;
let theirs: object[] = [];
beforeAll(async () => {
  source = await startSource(({ method }) => ({ body: method === 'GET' ? theirs : {} }));
});
afterAll(() => source.close());

/** A tenant with a manager of integrations who sees and writes only things of small amounts. */
async function scene() {
  const api = await createTenant(server);
  await defineThings(api);
  const condition_json = { property: 'amount', operator: 'lt', value: 100 };
  await createPolicy(api, { action: 'all', condition_json }, 'things');
  const mia = await managerOf(api, ['integrations:manage', 'objects:write']);
  return { api, mia: mia.client };
}
const both = () => ({
  provider: 'http_json',
  sync_direction: 'both',
  config_json: { url: `${source.url}/in`, push: { url: `${source.url}/out` } },
});

describe('row policies of the author of an integration', () => {
  it('hold for what it makes and changes', async () => {
    const { api, mia } = await scene();
    await good(api.post('/v1/objects/things', { properties: { code: 'hidden', amount: 500 } }));
    await good(api.post('/v1/objects/things', { properties: { code: 'seen', amount: 5 } }));
    theirs = [
      { code: 'hidden', amount: 1 },
      { code: 'seen', amount: 6 },
      { code: 'small', amount: 7 },
      { code: 'large', amount: 700 },
    ];
    const { id } = await create(mia, { ...both(), sync_direction: 'inbound' });
    expect(await sync(mia, id)).toMatchObject({
      status: 'partial',
      records_created: 1,
      records_updated: 1,
      records_failed: 2,
    });
    expect(await things(api)).toEqual([
      { code: 'hidden', amount: 500 },
      { code: 'seen', amount: 6 },
      { code: 'small', amount: 7 },
    ]);
  });

  it('hold for what it sends', async () => {
    const { api, mia } = await scene();
    theirs = [];
    for (const [code, amount] of [
      ['hidden', 500],
      ['seen', 5],
    ] as const)
      await good(api.post('/v1/objects/things', { properties: { code, amount } }));
    const { id } = await create(mia, both());
    expect(await sync(mia, id)).toMatchObject({ status: 'succeeded', records_sent: 1 });
    const sent = source.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent.join()).toContain('seen');
    expect(sent.join()).not.toContain('hidden');
  });
});
