import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Listener, listen } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createUser } from '../support/users.ts';
import { create, type Json, runAt, runOf, runsOf, trigger } from './support.ts';

let server: TestServer;
let api: TenantClient;
let receiver: Listener;

beforeAll(async () => {
  server = await startTestServer({
    WORKER: 'on',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
    TRUSTED_PROXIES: 'loopback',
  });
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'notes', user_access: 'open' });
  receiver = await listen({});
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const set = (name: string, value: unknown, more: object = {}) => ({
  key: name,
  type: 'set_variable',
  config: { name, value },
  ...more,
});
const begin = async (id: string): Promise<string> =>
  (await api.post(`/v1/automations/${id}/trigger`, {})).body.data.run_id;
const post = (id: string, run: string, verb: string) =>
  api.post(`/v1/automations/${id}/runs/${run}/${verb}`);
/** Waiting retries are due now. */
const hurry = () => server.db.query(`update app.work set due_at = now() where kind = 'automation'`);
const deadLetters = async (record: string) =>
  (await server.db.query('select * from app.dead_letters where record_id = $1', [record])).rows;

describe('a failing step', () => {
  it('ends the run unless on_error is continue', async () => {
    const actions = [
      set('a', '{{trigger.data.none}}', { on_error: 'continue' }),
      set('b', '{{steps.a.error}}'),
      set('c', '{{trigger.data.none}}'),
      set('d', 1),
    ];
    const run = await trigger(api, await create(api, { actions }));
    expect(run.steps.map(({ status }: Json) => status)).toEqual(['failed', 'succeeded', 'failed']);
    expect(run.steps[1].output.value).toContain('There is no trigger.data.none.');
    expect(run.error).toMatch(/^c: There is no/);
    expect(await deadLetters(run.id)).toEqual([]);
    const { body } = await api.get(`/v1/automations/${run.automation_id}/runs?status=failed`);
    expect(body.data).toMatchObject({ total: 1, runs: [{ id: run.id }] });
  });

  it('is tried three times with on_error retry, then becomes a dead letter that can be retried', async () => {
    const url = `${receiver.url}/later`;
    const id = await create(api, {
      actions: [set('a', 1), { key: 'call', type: 'webhook', config: { url }, on_error: 'retry' }],
    });
    const run = await begin(id);
    const attempts = (count: number) => (at: Json) => at.steps[1]?.attempts === count;
    for (const count of [1, 2]) {
      const waiting = await runAt(api, id, run, attempts(count));
      expect(waiting).toMatchObject({ status: 'running', steps: [{}, { status: 'retrying' }] });
      await hurry();
    }
    const failed = await runAt(api, id, run, ({ status }) => status === 'failed');
    expect(failed.steps[1]).toMatchObject({ attempts: 3, error: 'It answered 404: {}' });
    expect(await deadLetters(run)).toMatchObject([
      { source: 'automation', source_id: id, task: 'automation_run', attempts: 3 },
    ]);
    expect((await post(id, run, 'cancel')).status).toBe(409);

    await receiver.close();
    receiver = await listen({ 'POST /later': () => ({}) });
    await api.patch(`/v1/automations/${id}`, { actions: [] });
    await server.db.query(
      `update app.automation_runs set actions = jsonb_set(actions, '{1,config,url}', to_jsonb($2::text)) where id = $1`,
      [run, `${receiver.url}/later`],
    );
    expect((await post(id, run, 'retry')).body.data).toMatchObject({
      status: 'queued',
      attempt: 2,
    });
    const done = await runAt(api, id, run, ({ status }) => status === 'succeeded');
    expect(done.steps).toMatchObject([
      { key: 'a', attempts: 1 },
      { key: 'call', attempts: 1 },
    ]);
    expect(await deadLetters(run)).toEqual([]);
    expect((await post(id, run, 'retry')).status).toBe(409);
  });
});

it('a step is left out when the conditions of its if do not hold', async () => {
  const over = (property: string, value: unknown) => [{ property, operator: 'eq', value }];
  const actions = [
    set('a', '{{trigger.data.n}}'),
    set('b', 1, { if: over('steps.a.output.value', 2) }),
    set('c', 1, { if: over('variables.a', 1) }),
    set('d', 1, { if: over('trigger.data.n', 1) }),
  ];
  const run = await trigger(api, await create(api, { actions }), { n: 1 });
  expect(run.steps.map(({ status }: Json) => status)).toEqual([
    'succeeded',
    'skipped',
    'succeeded',
    'succeeded',
  ]);
});

it('a delay waits without a worker, and can be cancelled and retried', async () => {
  const actions = [
    set('a', 1),
    { key: 'wait', type: 'delay', config: { minutes: 60 } },
    set('b', 1),
  ];
  const id = await create(api, { actions });
  const run = await begin(id);
  const waits = (at: Json) => at.steps[1]?.status === 'waiting';
  const waiting = await runAt(api, id, run, waits);
  expect(Date.parse(waiting.steps[1].output.until) - Date.now()).toBeGreaterThan(3_500_000);
  const cancelled = await post(id, run, 'cancel');
  expect(cancelled.body.data).toMatchObject({
    status: 'cancelled',
    steps: [{}, { status: 'cancelled' }],
  });
  expect((await server.db.query('select from app.work where id = $1', [run])).rowCount).toBe(0);
  await post(id, run, 'retry');
  await runAt(api, id, run, waits);
  await hurry();
  const done = await runAt(api, id, run, ({ status }) => status === 'succeeded');
  expect(done.steps).toHaveLength(3);
});

it('a run that workers start again and again is given up', async () => {
  const actions = [{ type: 'delay', config: { minutes: 60 } }];
  const id = await create(api, { actions });
  const run = await begin(id);
  await runAt(api, id, run, ({ steps }) => steps[0]?.status === 'waiting');
  await server.db.query('update app.work set due_at = now(), attempts = 200 where id = $1', [run]);
  const failed = await runAt(api, id, run, ({ status }) => status === 'failed');
  expect(failed.error).toContain('200 times');
});

it('a late result of a cancelled step changes nothing', async () => {
  const release = Promise.withResolvers<object>();
  const slow = await listen({ 'POST /slow': () => release.promise });
  const id = await create(api, {
    actions: [{ type: 'webhook', config: { url: `${slow.url}/slow` } }, set('b', 1)],
  });
  const run = await begin(id);
  await runAt(
    api,
    id,
    run,
    ({ steps }) => steps[0]?.status === 'running' && slow.requests.length === 1,
  );
  expect((await post(id, run, 'cancel')).status).toBe(200);
  release.resolve({});
  const next = await trigger(api, await create(api, { actions: [set('a', 1)] }));
  expect(next.status).toBe('succeeded');
  const { body } = await api.get(`/v1/automations/${id}/runs/${run}`);
  expect(body.data).toMatchObject({ status: 'cancelled', steps: [{ status: 'cancelled' }] });
  await slow.close();
});

it('runs beyond max_runs_per_minute are skipped, with the reason', async () => {
  const id = await create(api, {
    trigger_event: 'tick',
    max_runs_per_minute: 3,
    actions: [set('a', 1)],
  });
  const tick = { method: 'POST', path: '/v1/events', body: { event_type: 'tick' } };
  await api.post('/v1/transaction', { requests: Array.from({ length: 5 }, () => tick) });
  const runs = await runsOf(api, id, 5);
  const count = (wanted: string) => runs.filter(({ status }) => status === wanted).length;
  expect([count('succeeded'), count('skipped')]).toEqual([3, 2]);
  expect(runs[0].error).toContain('max_runs_per_minute');
  expect((await api.get(`/v1/automations/${id}`)).body.data.run_count).toBe(3);
});

describe('run_as trigger_user', () => {
  it('does what the user may do and nothing else, for as long as they may do it', async () => {
    await api.post('/v1/object-types', { name: 'rows' });
    await api.post('/v1/object-types/rows/policies', {
      name: 'own',
      action: 'update',
      condition_json: { created_by: '$auth.user_id' },
    });
    const { body } = await api.post('/v1/objects/rows', { properties: {} });
    const update = {
      type: 'update_object',
      config: { object_type_id: 'rows', object_id: body.data.id, properties: { n: 1 } },
    };
    const given = { trigger_event: 'object.created', object_type_id: 'notes', actions: [update] };
    const asUser = await create(api, { ...given, run_as: 'trigger_user' });
    const asSystem = await create(api, given);
    const { client, user } = await createUser(api);
    const made = await client.post('/v1/objects/notes', { properties: {} });
    expect(made.body.error).toBeUndefined();
    expect(await runOf(api, asUser)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('step_1: '),
    });
    expect(await runOf(api, asSystem)).toMatchObject({ status: 'succeeded' });

    await api.patch(`/v1/automations/${asSystem}`, { enabled: false });
    const run = (await runOf(api, asUser)).id;
    await api.patch(`/v1/users/${user.id}`, { banned: true });
    await post(asUser, run, 'retry');
    const failed = await runAt(api, asUser, run, ({ status }) => status === 'failed');
    expect(failed.error).toContain('No one to act as');
    await api.patch(`/v1/automations/${asUser}`, { enabled: false });
  });
});

it('a waiting run is skipped once its automation is disabled', async () => {
  const id = await create(api, { actions: [set('a', 1)] });
  await server.db.query(
    `insert into app.automation_runs (tenant_id, id, automation_id, trigger, principal)
     select tenant_id, 'arun_waiting', id, '{"type": "manual", "event_id": null}', '{}'
     from app.automations where id = $1`,
    [id],
  );
  await api.patch(`/v1/automations/${id}`, { enabled: false });
  expect((await api.post(`/v1/automations/${id}/trigger`, {})).status).toBe(409);
  await server.db.query(
    `insert into app.work (tenant_id, kind, id) values ($1, 'automation', 'arun_waiting')`,
    [api.tenant.id],
  );
  expect(await runAt(api, id, 'arun_waiting', ({ status }) => status !== 'queued')).toMatchObject({
    status: 'skipped',
  });
});

it('a schedule starts an automation', async () => {
  const id = await create(api, {
    trigger_event: 'schedule',
    cron_expression: '0 9 * * *',
    actions: [set('a', 1)],
  });
  await server.db.query('update app.schedules set next_run_at = now() where subject_id = $1', [id]);
  expect(await runOf(api, id)).toMatchObject({
    status: 'succeeded',
    trigger: { type: 'schedule', event_id: null },
  });
});
