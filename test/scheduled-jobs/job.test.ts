import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const jobs = '/v1/scheduled-jobs';
const daily = {
  name: 'Daily',
  cron_expression: '0 9 * * 1-5',
  timezone: 'Europe/Berlin',
  action_type: 'event',
  action_config: { event_type: 'daily' },
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const server = useOwnDatabase();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const create = async (given: object = {}) =>
  (await api.post(jobs, { ...daily, ...given })).body.data;

it('a scheduled job is created, read, listed, changed and deleted', async () => {
  const { status, body } = await api.post(jobs, { ...daily, description: 'Each morning' });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    ...daily,
    description: 'Each morning',
    run_at: null,
    enabled: true,
    status: 'active',
    last_run_at: null,
    run_count: 0,
  });
  expect(Date.parse(body.data.next_run_at)).toBeGreaterThan(Date.now());
  const path = `${jobs}/${body.data.id}`;
  expect((await api.get(path)).body.data).toEqual(body.data);

  await create({ name: 'Second' });
  const list = await api.get(`${jobs}?limit=1`);
  expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['Second']);
  expect(list.headers.get('x-total-count')).toBe('2');
  expect((await api.get(`${jobs}?limit=1&offset=1`)).body.data).toEqual([body.data]);

  const changed = await api.patch(path, { name: 'Weekly', cron_expression: '0 9 * * 1' });
  expect(changed.body.data).toMatchObject({ name: 'Weekly', cron_expression: '0 9 * * 1' });
  const gone = { id: body.data.id, deleted: true };
  expect((await api.delete(path)).body.data).toEqual(gone);
  for (const again of [await api.delete(path), await api.get(path), await api.patch(path, {})])
    expect(again.status).toBe(404);
  const { rows } = await server.db.query(
    'select count(*)::int from app.schedules where tenant_id = $1',
    [api.tenant.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

describe('a change of a scheduled job', () => {
  it('calculates the next firing again for a new schedule, but not for a new name', async () => {
    const { id, next_run_at } = await create();
    const patch = async (change: object) => (await api.patch(`${jobs}/${id}`, change)).body.data;
    await server.db.query(`update app.schedules set next_run_at = '2026-01-01Z'`);
    const due = '2026-01-01T00:00:00+00:00';
    expect((await patch({ name: 'Other' })).next_run_at).toBe(due);
    expect((await patch({ timezone: 'Asia/Tokyo' })).next_run_at).not.toBe(next_run_at);
    expect(await patch({ enabled: false })).toMatchObject({ status: 'paused', next_run_at: null });
    const tokyo = await patch({ enabled: true });
    expect(tokyo.status).toBe('active');
    expect(tokyo.next_run_at).toMatch(/T00:00:00/);
    const run_at = inAnHour();
    const once = await patch({ run_at });
    expect(once).toMatchObject({ cron_expression: null, status: 'active' });
    expect([once.run_at, once.next_run_at].map(Date.parse)).toEqual(
      Array(2).fill(Date.parse(run_at)),
    );
    expect(await patch({ cron_expression: '* * * * *' })).toMatchObject({ run_at: null });
  });

  it('is refused when it crosses another change', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.patch(`${jobs}/${id}`, { name: `n${n}` })),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 409]).toContain(status);
  });

  it('cannot enable a job that should have run once in the past', async () => {
    const { id } = await create({ cron_expression: null, run_at: inAnHour(), enabled: false });
    await server.db.query(
      `with job as (
         update app.scheduled_jobs set run_at = now() - interval '1 s' where id = $1 returning *)
       update app.schedules s set run_at = job.run_at from job where s.subject_id = job.id`,
      [id],
    );
    const { status, body } = await api.patch(`${jobs}/${id}`, { enabled: true });
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    const again = await api.patch(`${jobs}/${id}`, { enabled: true, run_at: inAnHour() });
    expect(again.body.data.status).toBe('active');
  });
});

describe('a scheduled job is refused', () => {
  it.each([
    ['cron_expression', { cron_expression: '* * * * * *' }],
    ['cron_expression', { cron_expression: '0 0 30 2 *' }],
    ['cron_expression', { cron_expression: '*'.repeat(1_000_000) }],
    ['cron_expression', { cron_expression: null }],
    ['cron_expression', { run_at: '2099-01-01T00:00:00Z' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['run_at', { cron_expression: null, run_at: '2020-01-01T00:00:00Z' }],
    ['name', { name: '' }],
    ['action_type', { action_type: 'rocket' }],
    ['action_config.sql', { action_type: 'sql', action_config: {} }],
    ['action_type', { action_type: 'create_object' }],
    ['action_config.event_type', { action_config: { event_type: 'a\r\nX: y' } }],
    ['action_config.event_type', { action_config: {} }],
    ['action_config.url', { action_type: 'webhook', action_config: { url: 'http://127.0.0.1/' } }],
    ['action_config.url', { action_type: 'webhook', action_config: { url: 'ftp://example.com' } }],
    [
      'action_config.headers',
      {
        action_type: 'webhook',
        action_config: { url: 'https://example.com', headers: { a: 'b\nc' } },
      },
    ],
    [
      'action_config.text',
      { action_type: 'email', action_config: { to: 'a@b.test', subject: 's' } },
    ],
    ['action_config.object_type_id', { action_type: 'export', action_config: {} }],
    ['action_config.target', { action_type: 'cleanup', action_config: { target: 'users' } }],
    ['action_config', { action_config: { event_type: 'e', data: { a: 'x'.repeat(70_000) } } }],
  ])('for an invalid %s', async (param, given) => {
    const { status, body } = await api.post(jobs, { ...daily, ...given });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.param.startsWith(param)).toBe(true);
    expect((await api.get(jobs)).body.data).toEqual([]);
  });

  it('with a configuration that its action does not take', async () => {
    const { id } = await create();
    const { status, body } = await api.patch(`${jobs}/${id}`, { action_type: 'email' });
    expect([status, body.error.param]).toEqual([400, 'action_config.to']);
  });

  it('beyond 1,000 per tenant', async () => {
    await server.db.query(
      `insert into app.scheduled_jobs (tenant_id, id, name, cron_expression, action_type)
       select $1, app.new_id('job'), 'j', '0 0 1 1 *', 'event' from generate_series(1, 1000)`,
      [api.tenant.id],
    );
    const { status, body } = await api.post(jobs, daily);
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(body.error.details).toEqual({ max: 1000 });
  });

  it('from a caller who may not manage jobs', async () => {
    const { id } = await create();
    const reader = await api.withKey(['read']);
    expect((await reader.get(`${jobs}/${id}`)).status).toBe(200);
    expect((await reader.post(jobs, daily)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await reader.post(`${jobs}/${id}/execute`)).status).toBe(403);
    const { client } = await signUp(api);
    for (const path of [jobs, `${jobs}/${id}`, `${jobs}/${id}/runs`])
      expect((await client.get(path)).body.error.code).toBe('FORBIDDEN');
    expect((await client.delete(`${jobs}/${id}`)).status).toBe(403);
    await settle(server.db);
    const { body } = await client.get('/v1/changes?types=job.*');
    expect(body.data.results).toEqual([]);
  });
});

it('tenants take turns when many schedules are due', async () => {
  const other = await createTenant(server);
  await server.db.query(
    `insert into app.schedules (tenant_id, kind, subject_id, cron_expression, next_run_at)
     select t, 'job', app.new_id('job'), '* * * * *', '2026-01-01Z' from unnest($1::text[]) t, generate_series(1, 25)`,
    [[api.tenant.id, other.tenant.id]],
  );
  const of = new Map<string, number>();
  let after = '';
  do {
    const { rows } = await server.db.query('select worker.schedules_due($1, 10, 3) as answer', [
      after,
    ]);
    const { due, next } = rows[0].answer;
    expect(due.length).toBeLessThanOrEqual(10);
    for (const { tenant_id } of due) of.set(tenant_id, (of.get(tenant_id) ?? 0) + 1);
    after = next;
  } while (after);
  expect([of.get(api.tenant.id), of.get(other.tenant.id)]).toEqual([3, 3]);
});

it('without a worker, a run is answered as pending, and a disabled job has none', async () => {
  const { id } = await create();
  const { body } = await api.post(`${jobs}/${id}/execute`);
  expect(body.data).toMatchObject({ job_id: id, status: 'queued', trigger: 'manual', attempt: 0 });
  const runs = await api.get(`${jobs}/${id}/runs?status=queued`);
  expect(runs.body.data).toEqual({ runs: [body.data], total: 1, total_relation: 'eq' });
  expect((await api.get(`${jobs}/${id}/runs?status=lost`)).status).toBe(400);
  expect((await api.get(`${jobs}/${id}/runs/${body.data.run_id}`)).body.data).toEqual(body.data);
  await api.patch(`${jobs}/${id}`, { enabled: false });
  const refused = await api.post(`${jobs}/${id}/execute`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
});
