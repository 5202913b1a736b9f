import { describe, expect, it } from 'vitest';
import { createClient, createTenant, platformClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
const operator = () => platformClient(server);

interface Check {
  name: string;
  level: string;
  value: unknown;
  since: string | null;
}
const health = async () => {
  const { status, body } = await operator().get('/admin/health');
  expect(status).toBe(200);
  return body.data as { ok: boolean; status: string; checks: Check[] };
};
const checkIn = ({ checks }: { checks: Check[] }, name: string) =>
  checks.find((check) => check.name === name);

describe('the health of the installation', () => {
  it('names each part, and fails without a worker', async () => {
    const found = await health();
    expect(found.checks.map(({ name }) => name)).toEqual([
      ...['database', 'worker', 'queue_age', 'dead_letters', 'journal_lag', 'feed_lag', 'wal_lag'],
      ...['encryption_key', 'backup_age', 'last_verified', 'clock', 'disk', 'storage', 'mail'],
      ...['platform_key', 'version'],
    ]);
    expect(checkIn(found, 'worker')).toMatchObject({ level: 'critical', value: 0, ok: false });
    expect(found).toMatchObject({ ok: false, status: 'failing' });
    expect(checkIn(found, 'storage')).toMatchObject({ level: 'ok' });
  });

  it('is degraded while the newest backup is older than backup_alarm_hours, and ok without a fault', async () => {
    await server.db.query(
      `insert into app.worker_processes (process_id, host, pid, version)
       values ('p', 'h', 1, 'v')`,
    );
    expect(await health()).toMatchObject({ ok: false, status: 'degraded' });
    const backup = (hours: number) =>
      server.db.query(
        `insert into app.backups (id, type, source, status, created_by, created_at, finished_at)
         select app.new_id('bak'), 'tenant', 'api', 'completed', 'env', t, t
         from (select now() - make_interval(hours => $1)) s(t)`,
        [hours],
      );
    await backup(30);
    const old = await health();
    expect(checkIn(old, 'backup_age')).toMatchObject({
      level: 'warning',
      since: expect.any(String),
    });
    await operator().patch('/admin/settings', { backup_alarm_hours: 48 });
    expect(checkIn(await health(), 'backup_age')).toMatchObject({ level: 'ok' });
    // One of another tool is as old as its moment, and hides no newer one.
    const noted = async (hours: number) => {
      const snapshot_at = new Date(Date.now() - hours * 3_600_000).toISOString();
      const { status } = await operator().post('/admin/backups', { external: true, snapshot_at });
      expect(status).toBe(201);
      return (checkIn(await health(), 'backup_age') as { value: number }).value / 3_600;
    };
    expect(await noted(10)).toBeCloseTo(10, 1);
    expect(await noted(20)).toBeCloseTo(10, 1);
    expect(await health()).toMatchObject({ ok: true, status: 'ok' });
  });

  it('is seen with the scope infra:read only', async () => {
    const { body } = await operator().post('/admin/keys', { label: 'x', scopes: ['tenants:read'] });
    const client = createClient(server, body.data.token);
    expect((await client.get('/admin/health')).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await client.get('/admin/stats')).body.error.code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('the health of a tenant', () => {
  it('tells what is wrong in it, and nothing of its neighbour', async () => {
    const [api, other] = [await createTenant(server), await createTenant(server)];
    const path = `/admin/tenants/${api.tenant.id}/health`;
    const fine = (await operator().get(path)).body.data;
    expect(fine.ok).toBe(true);
    const letter = (tenant: string) =>
      server.db.query(
        `insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload,
           attempts, max_attempts)
         values ($1, app.new_id('dlq'), 'webhook', 'wh', 'whd', 'deliver', '{}', 10, 10)`,
        [tenant],
      );
    await letter(other.tenant.id);
    expect((await operator().get(path)).body.data.ok).toBe(true);
    await letter(api.tenant.id);
    const found = (await operator().get(path)).body.data;
    expect(found.ok).toBe(false);
    expect(checkIn(found, 'dead_letters')).toMatchObject({ level: 'warning', value: 1 });
    await operator().post(`/admin/tenants/${api.tenant.id}/suspend`, { reason: 'unpaid' });
    const suspended = (await operator().get(path)).body.data;
    expect(checkIn(suspended, 'status')).toMatchObject({ level: 'warning', value: 'suspended' });
    expect((await operator().get('/admin/tenants/ten_x/health')).status).toBe(404);
  });
});

describe('the statistics of the installation', () => {
  it('count tenants, users, objects and files of all tenants', async () => {
    const stats = async () => (await operator().get('/admin/stats?period=7d')).body.data;
    const before = await stats();
    const api = await createTenant(server);
    await api.post('/v1/object-types', { name: 'things' });
    await api.post('/v1/objects/things', {});
    const after = await stats();
    expect(after.tenants.total).toBe(before.tenants.total + 1);
    expect(after.tenants.new).toBe(before.tenants.new + 1);
    expect(after.objects).toBe(before.objects + 1);
    expect(after).toMatchObject({ period: '7d', files: { count: 0, bytes: 0 } });
    expect(after.database.size_bytes).toBeGreaterThan(1_000_000);
    expect((await operator().get('/admin/stats?period=1y')).status).toBe(400);
  });

  it('have how fast calls were answered, and how many with an error', async () => {
    const { requests } = (await operator().get('/admin/stats?period=30d')).body.data;
    const api = await createTenant(server);
    await api.get('/v1/object-types');
    const counted = await until(
      async () => (await operator().get('/admin/stats?period=30d')).body.data,
      ({ api_calls }) => api_calls.total > 0,
    );
    expect(counted.requests.p50_ms).toBeGreaterThan(0);
    expect(counted.requests.p95_ms).toBeGreaterThanOrEqual(counted.requests.p50_ms);
    // As many answers of 500 and 1 to 2 ms as there were calls.
    await server.db.query(
      `select auth.meters_add(gen_random_uuid(), 1, jsonb_build_array(jsonb_build_object('tenant_id', $1::text,
         'since', date_trunc('hour', now() at time zone 'UTC'), 'total', $2::int, 'counts', '{}'::json,
         'statuses', json_build_object('500', $2::int), 'durations', '{}'::json, 'latencies', json_build_array(0, $2::int))))`,
      [api.tenant.id, counted.api_calls.total],
    );
    const after = (await operator().get('/admin/stats?period=30d')).body.data.requests;
    expect(after.error_rate - (requests.error_rate ?? 0)).toBeGreaterThan(0.1);
  });
});
