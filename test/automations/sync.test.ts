import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { create, eventsOf, type Json } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;

beforeEach(async () => {
  api = await createTenant(server);
  for (const name of ['orders', 'lines'])
    await api.post('/v1/object-types', { name, user_access: 'open' });
});

const sync = (actions: object[], more: object = {}) =>
  create(api, {
    mode: 'sync',
    trigger_event: 'object.created',
    object_type_id: 'orders',
    actions,
    ...more,
  });
const line = (properties: object, more: object = {}) => ({
  key: 'line',
  type: 'create_object',
  config: { object_type_id: 'lines', properties },
  ...more,
});
const order = (properties: object = {}, headers = {}) =>
  api.post('/v1/objects/orders', { properties }, headers);
const list = async (type: string): Promise<Json[]> =>
  (await api.get(`/v1/objects/${type}/list`)).body.data.results;

/** Why runs of an automation were skipped. */
const skipped = async (id: string): Promise<string[]> =>
  (await api.get(`/v1/automations/${id}/runs?status=skipped`)).body.data.runs.map(
    ({ error }: Json) => error,
  );

describe('an automation of mode sync', () => {
  it('acts in the transaction of the writer, and both are visible together', async () => {
    const id = await sync([line({ of: '{{trigger.data.id}}' })]);
    const made = await order({ n: 1 });
    expect(made.status).toBe(201);
    const lines = await list('lines');
    expect(lines).toMatchObject([{ properties: { of: made.body.data.id }, created_by: null }]);
    const tx = await api.get(`/v1/transactions/${made.headers.get('x-tx-id')}`);
    expect(JSON.stringify(tx.body.data)).toContain(lines[0].id);
    const { runs } = (await api.get(`/v1/automations/${id}/runs`)).body.data;
    expect(runs).toMatchObject([
      { status: 'succeeded', trigger: { mode: 'sync' }, steps: [{ output: { id: lines[0].id } }] },
    ]);
    await until(
      async () => (await api.get(`/v1/automations/${id}`)).body.data,
      ({ run_count, last_run_at }) => run_count === 1 && last_run_at !== null,
    );
    await order({}, { prefer: 'handling=dry-run' });
    expect(await list('lines')).toHaveLength(1);
  });

  it('can complete the written object, which the answer shows', async () => {
    const config = {
      object_type_id: 'orders',
      object_id: '{{trigger.data.id}}',
      properties: { total: '{{trigger.data.properties.n | default: 0}}' },
    };
    await sync([{ type: 'update_object', config }]);
    const { headers, body } = await order({ n: 3 });
    expect(body.data).toMatchObject({ version: 2, properties: { n: 3, total: 3 } });
    expect(headers.get('etag')).toBe('"2"');
  });

  it('skips writes that its conditions exclude, and sees the whole of a batch', async () => {
    await sync([line({ n: '{{trigger.data.properties.n}}' })], {
      conditions: [{ property: 'data.properties.n', operator: 'gt', value: 1 }],
    });
    await api.post('/v1/objects/orders/batch/create', {
      objects: [1, 2, 3].map((n) => ({ properties: { n } })),
    });
    expect((await list('lines')).map(({ properties }) => properties.n)).toEqual([3, 2]);
    await api.post('/v1/objects/lines', {});
    expect(await list('lines')).toHaveLength(3);
  });

  it('refuses the write with the action reject, and nothing of it stays', async () => {
    const paid = [{ property: 'data.properties.status', operator: 'eq', value: 'paid' }];
    const id = await sync(
      [
        line({}),
        { key: 'no', type: 'reject', config: { message: 'Paid orders stay: {{trigger.data.id}}' } },
      ],
      { trigger_event: 'object.updated', conditions: paid },
    );
    const { data } = (await order({ status: 'open' })).body;
    const path = `/v1/objects/orders/${data.id}`;
    const { status, body } = await api.patch(path, { properties: { status: 'paid' } });
    expect([status, body.error]).toEqual([
      409,
      {
        code: 'INVALID_STATE',
        message: `Paid orders stay: ${data.id}`,
        details: { automation_id: id, step: 'no' },
      },
    ]);
    expect((await api.get(path)).body.data).toMatchObject({
      version: 1,
      properties: { status: 'open' },
    });
    expect(await list('lines')).toEqual([]);
    expect((await api.get(`/v1/automations/${id}/runs`)).body.data.total).toBe(0);
    expect((await api.patch(path, { properties: { status: 'sent' } })).status).toBe(200);
  });

  it('still runs for a caller who claims to be deep in a chain', async () => {
    await sync([{ key: 'no', type: 'reject', config: { message: 'No.' } }]);
    const said = ['0', '4', '5', '999'].map((depth) => order({}, { 'x-insula-depth': depth }));
    const statuses = (await Promise.all(said)).map(({ status }) => status);
    expect(statuses).toEqual([409, 409, 400, 400]);
    expect(await list('orders')).toEqual([]);
  });

  it('fails the write when a step fails and is named, or goes on with on_error continue', async () => {
    const id = await sync([line({ a: '{{trigger.data.properties.none}}' })]);
    const { status, body } = await order();
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(body.error.details.cause).toEqual({ code: 'VALIDATION_ERROR' });
    expect(body.error.message).toContain(
      'The automation Test rejected this change. line: There is no trigger.data.properties.none.',
    );
    expect(await list('orders')).toEqual([]);
    await api.patch(`/v1/automations/${id}`, {
      actions: [
        line({ a: '{{trigger.data.none}}' }, { on_error: 'continue' }),
        { ...line({ b: 1 }), key: 'b' },
      ],
    });
    expect((await order()).status).toBe(201);
    expect(await list('lines')).toMatchObject([{ properties: { b: 1 } }]);
  });

  it('acts as its author, or as the writer with the writer’s rights', async () => {
    const emit = { type: 'emit_event', config: { event_type: 'seen', data: {} } };
    const asSystem = await sync([emit]);
    const { client, user } = await createUser(api);
    const [{ id: keyId }] = (await api.get('/v1/keys')).body.data;
    await client.post('/v1/objects/orders', { properties: {} });
    await api.patch(`/v1/automations/${asSystem}`, { run_as: 'trigger_user' });
    await client.post('/v1/objects/orders', { properties: {} });
    const results = await eventsOf(api, 'custom.seen', 2);
    expect(results.map(({ actor, causation_depth }: Json) => ({ actor, causation_depth }))).toEqual(
      [
        {
          actor: {
            type: 'api_key',
            id: keyId,
            email: null,
            by: { type: 'automation', id: asSystem },
          },
          causation_depth: 1,
        },
        {
          actor: expect.objectContaining({
            type: 'user',
            id: user.id,
            by: { type: 'automation', id: asSystem },
          }),
          causation_depth: 1,
        },
      ],
    );
    const after = await eventsOf(api, 'object.created', 2);
    expect(after.at(-1).actor).toMatchObject({ id: user.id });
  });

  it('ends a chain of its own after five levels', async () => {
    const id = await sync([line({ n: 1 })], { object_type_id: null });
    expect((await order()).status).toBe(201);
    expect(await list('lines')).toHaveLength(5);
    expect(await skipped(id)).toEqual([expect.stringContaining('the chain ends here')]);
  });

  it('runs at most max_runs_per_minute times', async () => {
    const id = await sync([line({ n: 1 })], { max_runs_per_minute: 1 });
    for (let i = 0; i < 2; i++) expect((await order()).status).toBe(201);
    expect(await list('lines')).toHaveLength(1);
    expect(await skipped(id)).toEqual([expect.stringContaining('max_runs_per_minute')]);
  });

  it('accepts only actions that a transaction can hold, and only events of objects', async () => {
    const given = { name: 'x', mode: 'sync', trigger_event: 'object.created' };
    const refusals = [
      { ...given, actions: [{ type: 'webhook', config: { url: 'https://example.com' } }] },
      { ...given, actions: [{ type: 'delay', config: { seconds: 1 } }] },
      { ...given, actions: [line({}, { on_error: 'retry' })] },
      { ...given, trigger_event: 'user.created', actions: [] },
      { ...given, mode: 'async', actions: [{ type: 'reject', config: { message: 'x' } }] },
    ];
    for (const body of refusals) {
      const answer = await api.post('/v1/automations', body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });
});

const statuses = async (tenant: string): Promise<Record<string, number>> => {
  const { rows } = await server.db.query(
    'select status, count(*)::int from app.automation_runs where tenant_id = $1 group by 1',
    [tenant],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

it('two sync automations that start each other end after five levels', async () => {
  const api = await createTenant(server);
  for (const name of ['ping', 'pong']) await api.post('/v1/object-types', { name });
  for (const [hears, makes] of [
    ['ping', 'pong'],
    ['pong', 'ping'],
  ])
    await create(api, {
      trigger_event: 'object.*',
      object_type_id: hears,
      actions: [{ type: 'create_object', config: { object_type_id: makes } }],
    });
  await api.post('/v1/objects/ping', {});
  await until(
    () => statuses(api.tenant.id),
    ({ skipped }) => skipped === 1,
  );
  expect(await statuses(api.tenant.id)).toEqual({ succeeded: 5, skipped: 1 });
  const events = await eventsOf(api, 'object.created', 6);
  const depths = events.map(({ causation_depth }: Json) => causation_depth);
  expect(depths).toEqual([0, 1, 2, 3, 4, 5]);
  const { rows } = await server.db.query(
    `select error from app.automation_runs where tenant_id = $1 and status = 'skipped'`,
    [api.tenant.id],
  );
  expect(rows[0].error).toContain('the chain ends here');
});

it('in 200 simultaneous runs, two tenants each see only their own data', async () => {
  const count = 100;
  const tenants = await Promise.all(
    ['aaaa', 'bbbb'].map(async (canary) => {
      const api = await createTenant(server);
      await api.post('/v1/object-types', { name: 'things' });
      await api.post('/v1/object-types', { name: 'copies' });
      await create(api, {
        name: canary,
        trigger_event: 'object.created',
        object_type_id: 'things',
        actions: [
          {
            type: 'create_object',
            config: {
              object_type_id: 'copies',
              properties: {
                text: `${canary} {{trigger.data.properties.text}}`,
                n: '{{trigger.tenant_id}}',
              },
            },
          },
        ],
      });
      return { api, canary };
    }),
  );
  const batch = (canary: string, n: number) => ({
    objects: Array.from({ length: n }, () => ({ properties: { text: canary } })),
  });
  for (let i = 0; i < 4; i++)
    await Promise.all(
      tenants.map(({ api, canary }) =>
        api.post('/v1/objects/things/batch/create', batch(canary, count / 4)),
      ),
    );
  for (const { api } of tenants)
    await until(
      () => statuses(api.tenant.id),
      ({ succeeded }) => succeeded === count,
    );
  for (const { api, canary } of tenants) {
    const { rows } = await server.db.query(
      `select distinct o.properties from app.objects o join app.object_types t
         on t.tenant_id = o.tenant_id and t.id = o.object_type_id
       where o.tenant_id = $1 and t.name = 'copies'`,
      [api.tenant.id],
    );
    expect(rows.map(({ properties }) => properties)).toEqual([
      { text: `${canary} ${canary}`, n: api.tenant.id },
    ]);
    const { body } = await api.get('/v1/objects/copies/list?limit=1');
    expect(body.data.total).toBe(count);
  }
});
