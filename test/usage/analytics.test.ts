import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { addCalls, busyDays, seal } from './support.ts';

const server = useServer();
const today = () => new Date().toISOString().slice(0, 10);
const analytics = async (api: Pick<TenantClient, 'get'>, period = '24h') =>
  (await api.get(`/v1/analytics?period=${period}`)).body.data;

describe('recorded activity', () => {
  let api: TenantClient;
  beforeAll(async () => {
    api = await createTenant(server);
    const type = await defineType(api, {}, { name: 'contacts' });
    const made: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      const { body } = await api.post(`/v1/objects/${type.id}`, { properties: { n: i } });
      made.push(body.data.id);
    }
    const [first, second] = made.map((id) => `/v1/objects/${type.id}/${id}`);
    await api.patch(first as string, { properties: { n: 9 } });
    await api.delete(second as string);
    await api.get('/v1/objects/nothing/obj_0');
    await server.app.meter.flush();
    await seal(server, api);
  });

  it('is counted by operation, status, type and day', async () => {
    const data = await analytics(api);
    expect(data.api_calls.by_endpoint).toContainEqual({ operation: 'object.create', count: 4 });
    expect(data.api_calls.by_status).toContainEqual({ status: 404, count: 1 });
    const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
    const { by_day, by_status, by_endpoint, total } = data.api_calls;
    expect([by_day, by_status, by_endpoint].map(sum)).toEqual([total, total, total]);
    expect(data.api_calls.p95_ms).toBeGreaterThanOrEqual(data.api_calls.p50_ms);
    expect(data.objects).toMatchObject({
      total: 3,
      created: 4,
      updated: 1,
      deleted: 1,
      by_type: [{ name: 'contacts', count: 3 }],
    });
    expect(data.events.by_type).toContainEqual({ type: 'object.created', count: 4 });
  });

  it('counts each event once, however often the worker looks', async () => {
    await Promise.all([seal(server, api), seal(server, api)]);
    expect((await analytics(api)).objects.created).toBe(4);
  });

  it('is the same in every period that covers it', async () => {
    for (const period of ['7d', '30d', '90d', '12m'])
      expect((await analytics(api, period)).objects.created).toBe(4);
  });

  it('shows nothing of it to another tenant', async () => {
    const other = await createTenant(server);
    expect(await analytics(other)).toMatchObject({
      api_calls: { total: 0, by_status: [], by_endpoint: [], p50_ms: null, p95_ms: null },
      objects: { total: 0, created: 0, by_type: [] },
      users: { total: 0, active: 0, new: 0 },
      webhooks: { delivered: 0, failed: 0, success_rate: null },
      automations: { runs: 0, failed: 0 },
      errors: { total: 0 },
    });
  });

  it('names the slowest operations, what waits and what is open', async () => {
    const { body } = await api.get('/v1/analytics/engine');
    const operations = body.data.db.slow_queries.map(
      ({ operation }: { operation: string }) => operation,
    );
    expect(operations).toContain('object.create');
    expect(body.data).toMatchObject({
      queue: { pending: 0, failed: 0, oldest_seconds: 0 },
      realtime: { connections: 0 },
    });
    const { rows } = await server.db.query('select pg_database_size(current_database()) as size');
    // Others write to it at the same time.
    expect(body.data.db.size_bytes / Number(rows[0].size)).toBeCloseTo(1, 1);
  });
});

describe('periods', () => {
  it.each([
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ])('%s has a row for each day, today the last', async (period, days) => {
    const api = await createTenant(server);
    const { by_day } = (await analytics(api, period)).api_calls;
    expect(by_day).toHaveLength(days);
    expect(by_day.at(-1).date).toBe(today());
  });

  it('leave out what was before them', async () => {
    const api = await createTenant(server);
    const day = (n: number) => `date_trunc('day', now() at time zone 'UTC') - interval '${n} days'`;
    await addCalls(server, api, 'day', day(6), 1);
    await addCalls(server, api, 'day', day(7), 10);
    await addCalls(server, api, 'day', day(89), 100);
    await addCalls(server, api, 'day', day(90), 1000);
    expect((await analytics(api, '7d')).api_calls.total).toBe(1);
    expect((await analytics(api, '30d')).api_calls.total).toBe(11);
    expect((await analytics(api, '90d')).api_calls.total).toBe(111);
    expect((await analytics(api, '12m')).api_calls.total).toBe(1111);
  });

  it.each(['1h', '', '7D', 'all', '999d'])('refuse %j', async (period) => {
    const api = await createTenant(server);
    expect((await api.get(`/v1/analytics?period=${period}`)).status).toBe(400);
  });

  it('have the days of the time zone of the tenant', async () => {
    const api = await createTenant(server);
    // In Kiritimati it is 14 hours later than in UTC, in Pago Pago 11 hours earlier.
    const noon = `date_trunc('day', now() at time zone 'UTC') - interval '36 hours'`;
    await addCalls(server, api, 'hour', noon, 3);
    const dates: string[] = [];
    for (const timezone of ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati']) {
      await api.patch('/v1/governance', { timezone: timezone === 'UTC' ? null : timezone });
      dates.push(
        ...Object.keys(busyDays((await analytics(api, '7d')).api_calls.by_day)).slice(0, 1),
      );
    }
    const dayBefore = (n: number) =>
      new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
    expect(dates).toEqual([dayBefore(2), dayBefore(2), dayBefore(1)]);
    expect((await api.patch('/v1/governance', { timezone: 'Mars/Olympus' })).status).toBe(400);
  });
});

describe('callers', () => {
  it('need the scope read, as users the permission for it', async () => {
    const api = await createTenant(server);
    const reader = await api.withKey(['read']);
    expect((await reader.get('/v1/analytics')).status).toBe(200);
    const files = await api.withKey(['files']);
    expect((await files.get('/v1/analytics')).status).toBe(403);
    const { client: user } = await signUp(api);
    expect((await user.get('/v1/analytics')).status).toBe(403);
    expect((await user.get('/v1/analytics/engine')).status).toBe(403);
    expect((await user.get('/v1/billing/usage')).status).toBe(403);
    expect((await user.get('/v1/usage')).status).toBe(200);
    expect((await platformClient(server).get('/v1/analytics')).status).toBe(403);
  });
});
