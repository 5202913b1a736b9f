import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser, signUp } from '../support/users.ts';
import { action, refusals } from './refusals.ts';
import { create, eventsOf } from './support.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);

beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'notes' });
});

const path = '/v1/automations';
const set = { type: 'set_variable', config: { name: 'a', value: 1 } };
const rowsAbout = async (table: string, column: string, id: string) =>
  (await server.db.query(`select * from app.${table} where ${column} = $1`, [id])).rows;

describe('an automation', () => {
  it('is created with defaults, read, changed and deleted', async () => {
    const made = await api.post(path, {
      name: 'Greet',
      trigger_event: 'object.created',
      object_type_id: 'notes',
    });
    expect(made.status).toBe(201);
    const { id, object_type_id } = made.body.data;
    expect(made.body.data).toMatchObject({
      id: expect.stringMatching(/^auto_[0-9a-f]{32}$/),
      object_type_id: expect.stringMatching(/^ot_/),
      conditions: [],
      actions: [],
      enabled: true,
      mode: 'async',
      run_as: 'system',
      run_count: 0,
      last_run_at: null,
    });
    expect((await api.get(`${path}/${id}`)).body.data).toEqual(made.body.data);
    expect(await rowsAbout('event_subscriptions', 'subscriber_id', id)).toMatchObject([
      { kind: 'automation', events: ['object.created'], object_types: [object_type_id] },
    ]);

    const changed = await api.patch(`${path}/${id}`, {
      name: 'Hail',
      description: 'x',
      trigger_event: 'signup',
      object_type_id: null,
      actions: [set, { ...set, key: 'own', on_error: 'continue' }],
      max_runs_per_minute: 5,
    });
    expect(changed.body.data).toMatchObject({
      name: 'Hail',
      trigger_event: 'signup',
      object_type_id: null,
      actions: [
        { key: 'step_1', on_error: 'stop' },
        { key: 'own', on_error: 'continue' },
      ],
    });
    expect(await rowsAbout('event_subscriptions', 'subscriber_id', id)).toMatchObject([
      { events: ['custom.signup'], object_types: null },
    ]);
    await api.patch(`${path}/${id}`, { enabled: false });
    expect(await rowsAbout('event_subscriptions', 'subscriber_id', id)).toEqual([]);

    const list = await api.get(path);
    expect(list.headers.get('x-total-count')).toBe('1');
    expect(list.body.data).toMatchObject([{ id, enabled: false }]);
    expect((await api.delete(`${path}/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
    expect((await api.delete(`${path}/${id}`)).status).toBe(404);
  });

  it('with the trigger schedule shows when it fires next, in its time zone', async () => {
    const id = await create(api, {
      trigger_event: 'schedule',
      cron_expression: '30 9 * * *',
      timezone: 'Asia/Kolkata',
    });
    const { data } = (await api.get(`${path}/${id}`)).body;
    expect(data.next_run_at).toMatch(/T04:00:00/);
    const off = await api.patch(`${path}/${id}`, { enabled: false });
    expect(off.body.data).toMatchObject({ cron_expression: '30 9 * * *', next_run_at: null });
    const on = await api.patch(`${path}/${id}`, { enabled: true, timezone: 'UTC' });
    expect(on.body.data.next_run_at).toMatch(/T09:30:00/);
    const run_at = '2999-01-01T00:00:00Z';
    expect((await api.patch(`${path}/${id}`, { run_at })).status).toBe(400);
    const once = await api.patch(`${path}/${id}`, { run_at, cron_expression: null });
    expect(once.body.data).toMatchObject({
      cron_expression: null,
      next_run_at: expect.stringMatching(/^2999/),
    });
    // It has fired: no other change lets it fire again.
    await server.db.query(
      `update app.schedules set next_run_at = null, run_at = now() - interval '1 day' where subject_id = $1`,
      [id],
    );
    const renamed = await api.patch(`${path}/${id}`, { name: 'Renamed' });
    expect(renamed.body.data).toMatchObject({ name: 'Renamed', next_run_at: null });
    const manual = await api.patch(`${path}/${id}`, { trigger_event: 'manual' });
    expect(manual.body.data).toMatchObject({ timezone: null, run_at: null });
    await api.delete(`${path}/${id}`);
  });

  it('applies concurrent changes one by one, each as a whole', async () => {
    const id = await create(api, {});
    const changes = [
      { name: 'A' },
      { description: 'B' },
      { enabled: false },
      { run_as: 'trigger_user' },
    ];
    await Promise.all(changes.map((change) => api.patch(`${path}/${id}`, change)));
    const { data } = (await api.get(`${path}/${id}`)).body;
    expect(data).toMatchObject(Object.assign({}, ...changes));
    await api.delete(`${path}/${id}`);
  });

  it('is deleted with the object type whose events start it, as the delete announces first', async () => {
    const { body } = await api.post('/v1/object-types', { name: 'gone' });
    const id = await create(api, { trigger_event: 'object.*', object_type_id: 'gone' });
    const asked = await api.delete(`/v1/object-types/${body.data.id}`);
    expect(asked.body.error.dependencies).toEqual([
      { type: 'automation', count: 1, label: '1 automation' },
    ]);
    await api.delete(
      `/v1/object-types/gone?force=true&confirm_token=${asked.body.error.confirm_token}`,
    );
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
    expect(await rowsAbout('event_subscriptions', 'subscriber_id', id)).toEqual([]);
    const deleted = await eventsOf(api, 'automation.deleted', 4);
    expect(deleted.at(-1).data.id).toBe(id);
  });

  it('is refused beyond 200 per tenant', async () => {
    const other = await createTenant(server);
    await create(other, {});
    await server.db.query(
      `insert into app.automations (tenant_id, id, name, trigger_event)
       select $1, 'auto_' || n, 'A', 'manual' from generate_series(1, 199) n`,
      [other.tenant.id],
    );
    const { status, body } = await other.post(path, { name: 'x', trigger_event: 'manual' });
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'INVALID_STATE',
      { max: 200 },
    ]);
  });
});

describe('an automation request is refused', () => {
  const given = { name: 'x', trigger_event: 'object.created' };
  it.each(refusals)('for %s', async (_, body, param) => {
    const answer = await api.post(path, { ...given, ...body });
    expect([answer.status, answer.body.error.param ?? '']).toEqual([400, param]);
  });

  it('when it names a type or a function that does not exist', async () => {
    const bodies = [
      { ...given, object_type_id: 'nowhere' },
      { ...given, ...action('create_object', { object_type_id: 'nowhere' }) },
      { ...given, ...action('function', { function_id: 'fn_nowhere' }) },
    ];
    for (const body of bodies) expect((await api.post(path, body)).status).toBe(404);
    const { body } = await api.post(path, { ...given, ...action('ai_dream', {}) });
    expect(body.error.message).toContain('use create_object, update_object');
  });

  it('for callers who may not manage automations, and parts that need the scope *', async () => {
    const id = await create(api, {});
    const { client } = await signUp(api);
    for (const answer of [
      await client.get(path),
      await client.post(path, { name: 'x', trigger_event: 'manual' }),
      await client.post(`${path}/${id}/trigger`, {}),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
    const { client: admin } = await createUser(api, { role: 'admin' });
    expect((await admin.get(path)).status).toBe(200);
    const reader = await api.withKey(['read']);
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.patch(`${path}/${id}`, { enabled: false })).status).toBe(403);
    const writer = await api.withKey(['write']);
    const regex = [{ property: 'data.x', operator: 'regex', value: 'a' }];
    const asked = await writer.post(path, { ...given, conditions: regex });
    expect([asked.status, asked.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    // Their actions may hold secrets, such as headers: the feed of changes hides them too.
    await settle(server.db);
    const { results } = (await client.get('/v1/changes?types=automation.*')).body.data;
    expect(results).toEqual([]);
  });

  it('for a run that does not exist or belongs to another automation or tenant', async () => {
    const [id, otherId] = [await create(api, {}), await create(api, {})];
    const { body } = await api.post(`${path}/${id}/trigger`, { data: { a: 1 } });
    expect(body.data).toEqual({ run_id: expect.stringMatching(/^arun_/), status: 'queued' });
    const other = await createTenant(server);
    const run = `runs/${body.data.run_id}`;
    for (const [client, automation] of [
      [api, otherId],
      [other, id],
    ] as const) {
      expect((await client.get(`${path}/${automation}/${run}`)).status).toBe(404);
      expect((await client.post(`${path}/${automation}/${run}/cancel`)).status).toBe(404);
      expect((await client.post(`${path}/${automation}/${run}/retry`)).status).toBe(404);
    }
    expect((await api.get(`${path}/${id}/runs?status=done`)).status).toBe(400);
    expect((await api.get(`${path}/${id}/runs?status=failed`)).body.data).toMatchObject({
      runs: [],
      total: 0,
    });
    expect(
      (await api.post(`${path}/${id}/trigger`, { data: { a: 'x'.repeat(70_000) } })).status,
    ).toBe(400);
  });
});

it('automation runs are removed after 30 days, except those that still wait', async () => {
  const id = await create(api, {});
  await server.db.query(
    `insert into app.automation_runs (tenant_id, id, automation_id, trigger, principal, status)
     select a.tenant_id, 'arun_' || substr(app.event_id_at(now() - interval '31 days'), 5, 31) || n, a.id,
       '{}', '{}', s from app.automations a, (values (1, 'failed'), (2, 'running')) v(n, s) where a.id = $1`,
    [id],
  );
  await server.db.query('select worker.housekeeping()');
  expect(await rowsAbout('automation_runs', 'automation_id', id)).toMatchObject([
    { status: 'running' },
  ]);
});
