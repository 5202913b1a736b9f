import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { create, defineThings, path, type Source, startSource, sync } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let source: Source;
let api: TenantClient;
/** The records of the source. */
let theirs: object[];
let isDown = false;
/** Whether it takes no changes. */
let isRefusing = false;
beforeAll(async () => {
  source = await startSource(({ method }) => {
    if (isDown || (isRefusing && method === 'POST')) return { status: 503 };
    return { body: method === 'GET' ? theirs : { taken: true } };
  });
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
/** The id of the only thing. */
const only = async () =>
  (await good(api.post('/v1/objects/things/search', {}))).results[0].id as string;
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

  it.each(['source_wins', 'ours_wins', 'newest'])(
    'keeps what was changed here alone, and sends it once: %s',
    async (conflict) => {
      theirs = [{ sku: 'a', price: { eur: 1 }, changed: '2099-01-01T00:00:00Z' }];
      const { id } = await integrate({ conflict, modified_from: 'changed' });
      await sync(api, id);
      const object = await only();
      for (const amount of [2, 3]) {
        await good(api.patch(`/v1/objects/things/${object}`, { properties: { amount } }));
        expect(await sync(api, id)).toMatchObject({ records_updated: 0, records_sent: 1 });
        expect((await objectOf(object)).properties.amount).toBe(amount);
        // Also where the source goes on saying what it said, or says what it was sent.
        expect(await sync(api, id)).toMatchObject({ records_updated: 0, records_sent: 0 });
        expect((await objectOf(object)).properties.amount).toBe(amount);
        if (amount === 2)
          theirs = [{ sku: 'a', price: { eur: 2 }, changed: '2099-01-01T00:00:00Z' }];
      }
      theirs = [{ sku: 'a', price: { eur: 9 }, changed: '2099-01-01T00:00:00Z' }];
      expect(await sync(api, id)).toMatchObject({ records_updated: 1, records_sent: 0 });
      expect((await objectOf(object)).properties.amount).toBe(9);
    },
  );

  it('takes of a record what was changed there, and keeps what was changed here', async () => {
    const label = { from: 'name', to: 'label' };
    theirs = [{ sku: 'a', price: { eur: 1 }, name: 'old' }];
    const { id } = await integrate({
      mapping: [{ from: 'sku', to: 'code' }, { from: 'price.eur', to: 'amount' }, label],
    });
    await sync(api, id);
    const object = await only();
    await good(api.patch(`/v1/objects/things/${object}`, { properties: { label: 'ours' } }));
    theirs = [{ sku: 'a', price: { eur: 2 }, name: 'old' }];
    isRefusing = true;
    expect(await sync(api, id)).toMatchObject({ status: 'failed', records_updated: 1 });
    isRefusing = false;
    expect((await objectOf(object)).properties).toEqual({ code: 'a', amount: 2, label: 'ours' });
    expect(await sync(api, id)).toMatchObject({ records_updated: 0, records_sent: 1 });
    expect(pushed().at(-1)).toEqual(['upsert', { sku: 'a', price: { eur: 2 }, name: 'ours' }]);
    expect((await objectOf(object)).properties).toEqual({ code: 'a', amount: 2, label: 'ours' });
  });

  it('sends a property that the records of the source do not have', async () => {
    theirs = [{ sku: 'a' }];
    const { id } = await integrate();
    await sync(api, id);
    const object = await only();
    await good(api.patch(`/v1/objects/things/${object}`, { properties: { amount: 2 } }));
    expect(await sync(api, id)).toMatchObject({ records_updated: 0, records_sent: 1 });
  });

  it.each([
    ['source_wins', 2],
    ['ours_wins', 1],
  ])(
    'does not make again what was deleted here, unless it was changed there and that wins: %s',
    async (conflict, all) => {
      theirs = [{ sku: 'a', price: { eur: 1 } }];
      const { id } = await integrate({ conflict });
      await sync(api, id);
      const object = await only();
      await good(api.delete(`/v1/objects/things/${object}`));
      expect(await sync(api, id)).toMatchObject({ records_created: 0, records_sent: 1 });
      expect(await sync(api, id)).toMatchObject({ records_created: 0, records_sent: 0 });
      expect(pushed()).toEqual([['delete', { sku: 'a', price: { eur: 1 } }]]);
      theirs = [{ sku: 'a', price: { eur: 5 } }];
      expect(await sync(api, id)).toMatchObject({ records_created: all - 1, records_sent: 0 });
    },
  );

  it('keeps what an automation makes of a record in the same transaction', async () => {
    theirs = [{ code: 'a', amount: 1, label: 'x' }];
    const { id } = await integrate({ mapping: [] });
    await sync(api, id);
    const properties = { label: 'ours' };
    const config = { object_type_id: 'things', object_id: '{{trigger.data.id}}', properties };
    const automation = {
      ...{ name: 'Label', trigger_event: 'object.updated', object_type_id: 'things', mode: 'sync' },
      conditions: [{ property: 'data.properties.label', operator: 'neq', value: 'ours' }],
      actions: [{ type: 'update_object', config }],
    };
    await good(api.post('/v1/automations', automation));
    theirs = [{ code: 'a', amount: 2, label: 'x' }];
    expect(await sync(api, id)).toMatchObject({ records_updated: 1 });
    expect((await objectOf(await only())).properties.label).toBe('ours');
    const { version } = await objectOf(await only());
    expect(await sync(api, id)).toMatchObject({ records_updated: 0 });
    expect(await objectOf(await only())).toMatchObject({ version, properties });
  });

  it('knows a record whose object was given another key here', async () => {
    theirs = [{ sku: 'a', price: { eur: 1 } }];
    const { id } = await integrate();
    await sync(api, id);
    const object = await only();
    await good(api.patch(`/v1/objects/things/${object}`, { properties: { code: 'b' } }));
    const quiet = { records_created: 0, records_updated: 0 };
    expect(await sync(api, id)).toMatchObject({ ...quiet, records_sent: 1 });
    expect(pushed()).toEqual([['upsert', { sku: 'b', price: { eur: 1 } }]]);
    expect(await sync(api, id)).toMatchObject({ ...quiet, records_sent: 0 });
    theirs = [{ sku: 'a', price: { eur: 3 } }];
    expect(await sync(api, id)).toMatchObject({ records_created: 0, records_updated: 1 });
    theirs = [{ sku: 'b', price: { eur: 3 } }];
    expect(await sync(api, id)).toMatchObject({ ...quiet, records_sent: 0 });
    expect((await objectOf(object)).properties).toEqual({ code: 'b', amount: 3 });
  });

  it('keeps what it compares with, however few versions are kept', async () => {
    await good(api.patch('/v1/governance', { version_retention: 1 }));
    theirs = [{ sku: 'a', price: { eur: 1 } }];
    const { id } = await integrate();
    await sync(api, id);
    const object = await only();
    for (const amount of [2, 3, 4])
      await good(api.patch(`/v1/objects/things/${object}`, { properties: { amount } }));
    await server.db.query(`select worker.versions_retire($1, '', 100)`, [api.tenant.id]);
    expect(await sync(api, id)).toMatchObject({ records_updated: 0, records_sent: 1 });
    expect((await objectOf(object)).properties.amount).toBe(4);
  });

  /** The source says of itself what it was sent before, while it is changed here. */
  const crossing = (
    [
      ['ours', 1, false],
      ['ours', 2, true],
      ['theirs', 2, false],
      ['ours', 1, false],
    ] as const
  ).map(([side, value, isSynced]) => ({ side, name: 'amount' as const, value, isSynced }));

  it('never loses a change that was made on only one side, whatever happens on both', async () => {
    // Values that the source has changed win; everything else stays as it is here, also where it says what it was sent.
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            side: fc.constantFrom('ours', 'theirs'),
            name: fc.constantFrom('amount', 'label'),
            value: fc.integer({ min: 1, max: 3 }),
            isSynced: fc.boolean(),
          }),
          { minLength: 2, maxLength: 6 },
        ),
        fc.boolean(),
        async (steps, isTaking) => {
          api = await createTenant(server);
          await defineThings(api);
          source.asked.length = 0;
          const there: Record<string, unknown> = { code: 'a', amount: 0, label: 0 };
          theirs = [there];
          const { id } = await integrate({ mapping: [] });
          await sync(api, id);
          const object = await only();
          const here: Record<string, unknown> = { ...there };
          let said: Record<string, unknown> = { ...there };
          let both: Record<string, unknown> = { ...there };
          for (const { side, name, value, isSynced } of [
            ...steps,
            { ...steps[0], isSynced: true },
          ] as typeof steps) {
            if (side === 'theirs') there[name] = value;
            else {
              here[name] = value;
              const properties = { [name]: value };
              await good(api.patch(`/v1/objects/things/${object}`, { properties }));
            }
            if (!isSynced) continue;
            source.asked.length = 0;
            for (const name of ['amount', 'label'])
              if (there[name] !== said[name] && there[name] !== both[name])
                here[name] = there[name];
            expect((await sync(api, id)).status).toBe('succeeded');
            expect((await objectOf(object)).properties).toEqual(here);
            if (isTaking) {
              // Before it has said so once, its old word could be a new one.
              Object.assign(there, pushed().at(-1)?.[1]);
              expect(await sync(api, id)).toMatchObject({ records_updated: 0, records_sent: 0 });
              expect((await objectOf(object)).properties).toEqual(here);
            }
            said = { ...there };
            both = { ...here };
          }
        },
      ),
      { numRuns: 5, examples: [[crossing, false]] },
    );
  });

  it('is refused if the provider cannot, or if nothing identifies records', async () => {
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
