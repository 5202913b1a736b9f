import { describe, expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
const operator = () => platformClient(server);
const thisMonth = () => new Date().toISOString().slice(0, 7);

describe('GET /v1/usage', () => {
  it('answers the plan, what it limits, and the storage in use', async () => {
    const api = await createTenant(server, { plan_tier: 'starter' });
    await operator().patch(`/admin/tenants/${api.tenant.id}`, { limits: { objects: 7 } });
    const { body } = await (await api.withKey(['read'])).get('/v1/usage');
    expect(body.data).toEqual({
      tenant_id: api.tenant.id,
      plan_tier: 'starter',
      used_storage_bytes: 0,
      plan_limits: {
        api_calls: 500_000,
        storage_bytes: 10 * 1024 ** 3,
        objects: 7,
        object_types: 100,
        users: 10_000,
        webhooks: 10,
        functions: 20,
        rpm: 600,
        audit_days: 30,
      },
    });
  });
});

/** The limits of the plans, as the contract has them: null is no limit. */
const plans = {
  free: [50_000, 1, 10_000, 20, 1_000, 3, 3, 120, 7],
  starter: [500_000, 10, 100_000, 100, 10_000, 10, 20, 600, 30],
  pro: [5_000_000, 100, 1_000_000, 500, 100_000, 50, 100, 3_000, 90],
  enterprise: [null, null, null, null, null, null, null, 12_000, 365],
};

describe('the plans that there are from the start', () => {
  it.each(Object.entries(plans))('limit what the table says: %s', async (plan_tier, figures) => {
    const [api_calls, gib, objects, object_types, users, webhooks, functions, rpm, audit_days] =
      figures;
    const limits = {
      api_calls,
      objects,
      object_types,
      users,
      webhooks,
      functions,
      rpm,
      audit_days,
    };
    const storage_bytes = gib === null ? null : Number(gib) * 1024 ** 3;
    const api = await createTenant(server, { plan_tier });
    const { body } = await api.get('/v1/usage');
    expect(body.data.plan_limits).toEqual({ ...limits, storage_bytes });
    const { body: listed } = await operator().get('/owner/plans');
    const plan = listed.data.find(({ id }: { id: string }) => id === plan_tier);
    expect(plan.limits).toMatchObject({ ...limits, storage_bytes });
  });
});

describe('GET /v1/billing/usage', () => {
  it('counts the calls of the month, those to the meters included', async () => {
    const api = await createTenant(server);
    for (let i = 0; i < 3; i += 1) await api.get('/v1/billing/usage');
    await server.app.meter.flush();
    const { body } = await api.get('/v1/billing/usage');
    expect(body.data).toEqual({
      tenant_id: api.tenant.id,
      month: thisMonth(),
      api_calls: 3,
      storage: { files: 0, bytes: 0 },
      plan_tier: 'unlimited',
    });
  });

  it('shows a past month as it ended, and a future one as zeros', async () => {
    const api = await createTenant(server);
    await server.db.query(
      `insert into app.usage_months values ($1, '2026-01-01', 500, 4, 99, 'pro'),
        ($1, '2026-03-01', 7, 5, 100, 'free')`,
      [api.tenant.id],
    );
    const of = async (month: string) =>
      (await api.get(`/v1/billing/usage?month=${month}`)).body.data;
    expect(await of('2026-01')).toMatchObject({
      api_calls: 500,
      storage: { files: 4, bytes: 99 },
      plan_tier: 'pro',
    });
    expect(await of('2026-02')).toMatchObject({ api_calls: 0, storage: { files: 4, bytes: 99 } });
    expect(await of('2025-12')).toMatchObject({ api_calls: 0, storage: { files: 0, bytes: 0 } });
    expect(await of('9999-12')).toMatchObject({
      month: '9999-12',
      api_calls: 0,
      storage: { files: 0, bytes: 0 },
    });
  });

  it.each([
    '2026-13',
    '2026-00',
    '2026-1',
    '0000-01',
    '20261',
    '2026-11-01',
    '',
    'now',
    '2026-1１',
  ])('refuses %j as a month', async (month) => {
    const api = await createTenant(server);
    const { status, body } = await api.get(`/v1/billing/usage?month=${encodeURIComponent(month)}`);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const path = `/admin/tenants/${api.tenant.id}/usage?month=${encodeURIComponent(month)}`;
    expect((await operator().get(path)).status).toBe(400);
  });

  it('needs the scope *', async () => {
    const api = await createTenant(server);
    const key = await api.withKey(['read', 'write']);
    expect((await key.get('/v1/billing/usage')).status).toBe(403);
    expect((await key.get('/v1/billing/usage/history')).status).toBe(403);
  });
});

describe('GET /v1/billing/usage/history', () => {
  it('lists the months, newest first', async () => {
    const api = await createTenant(server);
    const { body } = await api.get('/v1/billing/usage/history?months=3');
    const months = body.data.map(({ month }: { month: string }) => month);
    expect(months).toHaveLength(3);
    expect(months[0]).toBe(thisMonth());
    expect(months.toSorted().toReversed()).toEqual(months);
    expect((await api.get('/v1/billing/usage/history')).body.data).toHaveLength(12);
  });

  it.each(['0', '14', '-1', '1.5', 'x'])('refuses months=%s', async (months) => {
    const api = await createTenant(server);
    expect((await api.get(`/v1/billing/usage/history?months=${months}`)).status).toBe(400);
  });
});

describe('the operator', () => {
  it('sees the month of a tenant as the tenant does', async () => {
    const api = await createTenant(server);
    await api.get('/v1/object-types');
    await server.app.meter.flush();
    const own = await api.get('/v1/billing/usage');
    const shown = await operator().get(`/admin/tenants/${api.tenant.id}/usage`);
    expect(shown.body.data).toEqual(own.body.data);
    expect((await operator().get('/admin/tenants/ten_0/usage')).status).toBe(404);
  });

  it('lists a row for each tenant, a page at a time, and no one else may', async () => {
    const first = await createTenant(server);
    const second = await createTenant(server);
    await first.get('/v1/object-types');
    await server.app.meter.flush();
    const { body } = await operator().get(`/owner/usage?month=${thisMonth()}&limit=2`);
    expect(body.data.usage).toMatchObject([
      { tenant_id: second.tenant.id, api_calls: 0 },
      { tenant_id: first.tenant.id, api_calls: 1 },
    ]);
    const next = await operator().get('/owner/usage?limit=1&offset=1');
    expect(next.body.data.usage).toMatchObject([{ tenant_id: first.tenant.id }]);
    expect((await first.get('/owner/usage')).status).toBe(403);
    expect((await operator().get('/owner/usage?month=2026-13')).status).toBe(400);
  });
});
