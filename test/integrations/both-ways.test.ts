import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { create, defineThings, path, type Source, startSource, sync } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let source: Source;
let api: TenantClient;
/** What the source has. */
let theirs: object[];
let isDown = false;
beforeAll(async () => {
  source = await startSource(({ method }) =>
    isDown ? { status: 503 } : { body: method === 'GET' ? theirs : { taken: true } },
  );
});
afterAll(() => source.close());
beforeEach(async () => {
  source.asked.length = 0;
  theirs = [];
  isDown = false;
  api = await createTenant(server);
  await defineThings(api);
});

const integrate = (more: object = {}) =>
  create(api, {
    provider: 'http_json',
    config_json: { url: `${source.url}/items`, push: { url: `${source.url}/changes` } },
    sync_direction: 'both',
    mapping: [
      { from: 'sku', to: 'code' },
      { from: 'price.eur', to: 'amount' },
    ],
    ...more,
  });
const pushed = () =>
  source.asked
    .filter(({ method }) => method === 'POST')
    .flatMap(({ body }) => JSON.parse(body).changes)
    .map(({ operation, record }) => [operation, record]);
const add = async (properties: object) =>
  (await good(api.post('/v1/objects/things', { properties }))).id as string;
const objectOf = (id: string) => good(api.get(`/v1/objects/things/${id}`));

describe('an integration in both directions', () => {
  it('sends what was made, changed and deleted here, once', async () => {
    const { id, sync_direction } = await integrate();
    expect(sync_direction).toBe('bidirectional');
    const made = await add({ code: 'ours', amount: 1 });
    expect(await sync(api, id)).toMatchObject({ status: 'succeeded', records_sent: 1 });
    expect(pushed()).toEqual([['upsert', { sku: 'ours', price: { eur: 1 } }]]);
    expect(await sync(api, id)).toMatchObject({ records_sent: 0 });
    await good(api.patch(`/v1/objects/things/${made}`, { properties: { amount: 2 } }));
    await sync(api, id);
    await good(api.delete(`/v1/objects/things/${made}`));
    await sync(api, id);
    await sync(api, id);
    expect(pushed().slice(1)).toEqual([
      ['upsert', { sku: 'ours', price: { eur: 2 } }],
      ['delete', { sku: 'ours', price: { eur: 2 } }],
    ]);
  });

  it('sends what is gone for good before it was sent, and what comes back from the trash', async () => {
    const { id } = await integrate();
    const [gone, back] = [await add({ code: 'gone' }), await add({ code: 'back' })];
    await sync(api, id);
    source.asked.length = 0;
    const { body } = await api.delete(`/v1/objects/things/${gone}?force=true`);
    const query = `force=true&confirm_token=${body.error.confirm_token}`;
    await good(api.delete(`/v1/objects/things/${gone}?${query}`));
    await good(api.delete(`/v1/objects/things/${back}`));
    for (let n = 0; n < 2; n++) await sync(api, id);
    expect(pushed()).toEqual(
      expect.arrayContaining([
        ['delete', {}],
        ['delete', { sku: 'back' }],
      ]),
    );
    expect(pushed()).toHaveLength(2);
    await good(api.post(`/v1/objects/things/${back}/restore`));
    await sync(api, id);
    expect(pushed()[2]).toEqual(['upsert', { sku: 'back' }]);
  });

  it('does not send back what came from there, nor write again what was sent there', async () => {
    theirs = [{ sku: 'theirs', price: { eur: 5 } }];
    const { id } = await integrate();
    const made = await add({ code: 'ours', amount: 1 });
    expect(await sync(api, id)).toMatchObject({ records_created: 1, records_sent: 1 });
    theirs.push({ sku: 'ours', price: { eur: 1 } });
    expect(await sync(api, id)).toMatchObject({
      records_created: 0,
      records_updated: 0,
      records_sent: 0,
    });
    expect((await objectOf(made)).version).toBe(1);
  });

  it('sends again what the other side did not take', async () => {
    const { id } = await integrate({ sync_direction: 'push' });
    await add({ code: 'ours' });
    isDown = true;
    expect(await sync(api, id)).toMatchObject({ status: 'failed', records_sent: 0 });
    isDown = false;
    expect(await sync(api, id)).toMatchObject({ status: 'succeeded', records_sent: 1 });
  });

  it.each([
    ['source_wins', '2020-01-01T00:00:00Z', 7],
    ['ours_wins', '2099-01-01T00:00:00Z', 2],
    ['newest', '2020-01-01T00:00:00Z', 2],
    ['newest', '2099-01-01T00:00:00Z', 7],
  ])(
    'settles what was changed on both sides: %s, changed there in %s',
    async (conflict, changed, amount) => {
      theirs = [{ sku: 'a', price: { eur: 1 } }];
      const { id } = await integrate({ conflict, modified_from: 'changed' });
      await sync(api, id);
      const { results } = await good(api.post('/v1/objects/things/search', {}));
      const object = results[0].id;
      await good(api.patch(`/v1/objects/things/${object}`, { properties: { amount: 2 } }));
      theirs = [{ sku: 'a', price: { eur: 7 }, changed }];
      await sync(api, id);
      expect((await objectOf(object)).properties.amount).toBe(amount);
      // Ours is what the other side gets, where it has won.
      expect(pushed().map(([, record]) => record.price.eur)).toEqual(amount === 2 ? [2] : []);
    },
  );

  it('is refused where the provider cannot, or nothing says which record is which', async () => {
    const refused = async (body: object) => {
      const { body: answer } = await api.post(path, { name: 'x', provider: 'http_json', ...body });
      return answer.error.param;
    };
    const config_json = { url: `${source.url}/items` };
    expect(await refused({ config_json, sync_direction: 'both' })).toBe('sync_direction');
    const push = { url: `${source.url}/changes` };
    expect(await refused({ config_json: { ...config_json, push }, sync_direction: 'both' })).toBe(
      'match_on',
    );
  });
});
