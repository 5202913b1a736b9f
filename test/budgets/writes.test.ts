import { beforeEach, describe, expect, it } from 'vitest';
import { create, runsOf } from '../automations/support.ts';
import { define } from '../functions/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import {
  countOf,
  createMany,
  creating,
  type Json,
  limit,
  objectsOf,
  untilQuiet,
  usedBy,
} from './support.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;

beforeEach(async () => {
  api = await createTenant(server);
  for (const name of ['orders', 'notes']) await api.post('/v1/object-types', { name });
});

const ten = (type: string) => Array.from({ length: 10 }, (_, n) => creating(type, `n${n}`));
const spent = /A single cause may lead to at most \d+ writes/;

describe('the writes that automations make in consequence of one request', () => {
  it('end at the budget, and the run that would exceed it fails with that reason', async () => {
    await limit(server, api, { caused_writes: 35 });
    const id = await create(api, { trigger_event: 'object.created', actions: ten('notes') });
    expect((await api.post('/v1/objects/orders', {})).status).toBe(201);
    await untilQuiet(server, api);
    expect(await objectsOf(server, api, 'notes')).toBe(35);
    expect(await usedBy(server, api)).toMatchObject([{ writes: 35 }]);
    const failed = (await runsOf(api, id)).filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    for (const { error } of failed) expect(error).toMatch(/A single cause may lead to at most 35/);
  });

  it('use exactly the budget when many runs are under way at once', async () => {
    await limit(server, api, { caused_writes: 30 });
    const id = await create(api, {
      trigger_event: 'object.created',
      object_type_id: 'orders',
      actions: [creating('notes')],
    });
    expect((await createMany(api, 'orders', 100)).status).toBe(201);
    await untilQuiet(server, api);
    expect(await objectsOf(server, api, 'notes')).toBe(30);
    const runs = await runsOf(api, id, 100);
    const ofStatus = (wanted: string) => runs.filter(({ status }: Json) => status === wanted);
    expect([ofStatus('succeeded').length, ofStatus('failed').length]).toEqual([30, 70]);
    expect(ofStatus('failed')[0].error).toMatch(spent);
  });

  it('end the run despite on_error continue, and are not retried', async () => {
    await limit(server, api, { caused_writes: 1 });
    const actions = ['a', 'b', 'c'].map((key) => ({
      ...creating('notes', key),
      on_error: key === 'b' ? 'continue' : 'retry',
    }));
    const id = await create(api, {
      trigger_event: 'object.created',
      object_type_id: 'orders',
      actions,
    });
    await api.post('/v1/objects/orders', {});
    const [run] = await runsOf(api, id);
    expect(run.status).toBe('failed');
    expect(run.steps.map(({ key, status, attempts }: Json) => [key, status, attempts])).toEqual([
      ['a', 'succeeded', 1],
      ['b', 'failed', 1],
    ]);
    // Requesting it once more is another cause.
    await limit(server, api, { caused_writes: 2 });
    await api.post(`/v1/automations/${id}/runs/${run.id}/retry`);
    expect((await runsOf(api, id))[0]).toMatchObject({ status: 'succeeded', attempt: 2 });
  });

  it('are counted separately for each request, without the request’s own writes', async () => {
    await limit(server, api, { caused_writes: 10 });
    await create(api, {
      trigger_event: 'object.created',
      object_type_id: 'orders',
      actions: [creating('notes')],
    });
    for (let i = 0; i < 2; i++) expect((await createMany(api, 'orders', 20)).status).toBe(201);
    const rows = Array.from({ length: 50 }, (_, n) => ({ n }));
    const imported = await api.post('/v1/data/import', { object_type_id: 'notes', rows });
    expect(imported.body.data).toMatchObject({ status: 'completed', created: 50 });
    await untilQuiet(server, api);
    expect(await objectsOf(server, api, 'orders')).toBe(40);
    expect(await objectsOf(server, api, 'notes')).toBe(50 + 2 * 10);
    expect((await usedBy(server, api)).map(({ writes }) => writes)).toEqual([10, 10]);
  });

  it('include those of functions that an event starts, and their calls of ctx.api', async () => {
    await limit(server, api, { caused_writes: 7 });
    const code = `export default async (event, ctx) => {
      for (let i = 0; i < 10; i++) await ctx.api.post('/v1/objects/notes', {});
    }`;
    const path = await define(api, code, {
      trigger_type: 'event',
      trigger_event: 'object.created',
      object_type_id: 'orders',
    });
    await api.post('/v1/objects/orders', {});
    await untilQuiet(server, api);
    expect(await objectsOf(server, api, 'notes')).toBe(7);
    const { logs } = (await api.get(`${path}/logs`)).body.data;
    expect(logs[0]).toMatchObject({ status: 'failed', error: expect.stringMatching(spent) });
  });

  it('include those of a function called over HTTP: its calls are refused with 429', async () => {
    await limit(server, api, { caused_writes: 3 });
    const path = await define(
      api,
      `export default async (_, ctx) => {
        try {
          await Promise.all([1, 2, 3, 4, 5].map(() => ctx.api.post('/v1/objects/notes', {})));
        } catch ({ status, code, details }) {
          return { status, code, details };
        }
      }`,
    );
    const { body } = await api.post(`${path}/execute`, {});
    expect(body.data.output).toEqual({
      status: 429,
      code: 'RATE_LIMITED',
      details: { budget: 'writes', max: 3 },
    });
    expect(await objectsOf(server, api, 'notes')).toBe(3);
  });

  it('limit runs that follow from each other without a write of their own', async () => {
    await limit(server, api, { caused_writes: 12 });
    const nothing = [{ type: 'set_variable', config: { name: 'x', value: 1 } }];
    for (let i = 0; i < 6; i++)
      await create(api, { trigger_event: 'automation.completed', actions: nothing });
    await create(api, {
      trigger_event: 'object.created',
      object_type_id: 'orders',
      actions: nothing,
    });
    await api.post('/v1/objects/orders', {});
    await untilQuiet(server, api);
    // The first is what the request has set off; 6 * 5 * 5 * 5 would follow.
    expect(
      await countOf(
        server,
        api,
        `from app.automation_runs where tenant_id = $1 and status = 'succeeded'`,
      ),
    ).toBe(1 + 12);
    const failed = await server.db.query(
      `select distinct error from app.automation_runs where tenant_id = $1 and status = 'failed'`,
      [api.tenant.id],
    );
    expect(failed.rows[0].error).toMatch(/12 further runs/);
  });
});

it('a run that fails and is retried by its own listeners comes to an end', async () => {
  await limit(server, api, { caused_writes: 8 });
  const failing = { type: 'set_variable', config: { name: 'x', value: '{{trigger.none}}' } };
  const id = await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'orders',
    actions: [failing],
  });
  await define(
    api,
    `export default ({ data }, ctx) =>
      ctx.api.post(\`/v1/automations/\${data.automation_id}/runs/\${data.id}/retry\`)`,
    { trigger_type: 'event', trigger_event: 'automation.failed' },
  );
  await api.post('/v1/objects/orders', {});
  await untilQuiet(server, api);
  const [run] = await runsOf(api, id);
  expect(run.status).toBe('failed');
  expect(run.attempt).toBeLessThanOrEqual(8);
});

describe('automations of mode sync', () => {
  const sync = (actions: object[], more: object = {}) =>
    create(api, { mode: 'sync', trigger_event: 'object.created', actions, ...more });

  it('that create ten objects which trigger them again are refused with 429, and nothing stays', async () => {
    // Of the usual thousand, a busy machine might do no more in the time that they have.
    await limit(server, api, { caused_writes: 200 });
    const id = await sync(ten('orders'));
    const { status, headers, body } = await api.post('/v1/objects/orders', {});
    expect([status, body.error.code, body.error.details]).toEqual([
      429,
      'RATE_LIMITED',
      { budget: 'writes', max: 200, automation_id: id },
    ]);
    expect(headers.get('retry-after')).toBe('60');
    expect(await objectsOf(server, api, 'orders')).toBe(0);
    expect(await usedBy(server, api)).toEqual([]);
  });

  it('refuse the write even with on_error continue, also in a batch and in an import', async () => {
    await limit(server, api, { caused_writes: 4 });
    await sync([{ ...creating('notes'), on_error: 'continue' }], { object_type_id: 'orders' });
    expect((await createMany(api, 'orders', 4)).status).toBe(201);
    const refused = await createMany(api, 'orders', 5);
    expect([refused.status, refused.body.error.details.budget]).toEqual([429, 'writes']);
    const rows = Array.from({ length: 5 }, (_, n) => ({ n }));
    const imported = await api.post('/v1/data/import', { object_type_id: 'orders', rows });
    expect([imported.status, imported.body.error.details.budget]).toEqual([429, 'writes']);
    const request = { method: 'POST', path: '/v1/objects/orders', body: {} };
    const requests = Array.from({ length: 5 }, (_, n) => ({ ...request, id: `r${n}` }));
    const together = await api.post('/v1/transaction', { requests });
    expect([together.status, together.headers.get('retry-after')]).toEqual([429, '60']);
    expect(together.body.error.details[0].details.budget).toBe('writes');
    expect(await objectsOf(server, api, 'orders')).toBe(4);
  });

  it('have five seconds of their writer’s time, whatever their budget', async () => {
    await limit(server, api, { caused_writes: null });
    await sync(ten('orders'));
    const { status, body } = await api.post('/v1/objects/orders', {});
    expect([status, body.error.details]).toMatchObject([429, { budget: 'sync_ms', max: 5000 }]);
    expect(await objectsOf(server, api, 'orders')).toBe(0);
  });

  it('report their end one step further in the chain, so that nothing goes on forever', async () => {
    await sync([{ type: 'set_variable', config: { name: 'x', value: 1 } }], {
      object_type_id: 'orders',
    });
    await create(api, { trigger_event: 'automation.completed', actions: [creating('orders')] });
    await api.post('/v1/objects/orders', {});
    await untilQuiet(server, api);
    expect(await objectsOf(server, api, 'orders')).toBeLessThanOrEqual(5);
  });
});

it('the budget of a cause is forgotten after a day', async () => {
  await create(api, {
    trigger_event: 'object.created',
    object_type_id: 'orders',
    actions: [creating('notes')],
  });
  await api.post('/v1/objects/orders', {});
  await untilQuiet(server, api);
  await server.db.query('select worker.housekeeping()');
  expect(await usedBy(server, api)).toHaveLength(1);
  await server.db.query(
    `update app.causation_budgets set updated_at = now() - interval '25 hours' where tenant_id = $1`,
    [api.tenant.id],
  );
  await server.db.query('select worker.housekeeping()');
  expect(await usedBy(server, api)).toEqual([]);
});
