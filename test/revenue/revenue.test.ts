import { beforeAll, describe, expect, it } from 'vitest';
import { completed, report, subscription } from '../billing/support.ts';
import { subscriber } from '../subscriptions/subscriber.ts';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { webhookSecret } from '../support/stripe-server.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  TRUSTED_PROXIES: 'loopback',
});
const _day = 86_400;
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const stats = async (period = '30d') =>
  (await operator.get(`/owner/stats?period=${period}`)).body.data;
const revenue = async (period = '30d') =>
  (await operator.get(`/owner/revenue?period=${period}`)).body.data;
const pathOf = (id: string) => `/owner/subscriptions/${id}`;

describe('revenue from subscriptions', () => {
  it('is what each subscriber pays, by currency, and not what the plan costs now', async () => {
    expect(await revenue()).toMatchObject({ churn: 0, currencies: [] });
    expect(await stats()).toMatchObject({ mrr: '0.00', arr: '0.00', currency: 'USD' });
    const { tenant, id, customer } = await subscriber(server, 9900, { seats: 3 });
    await subscriber(server, 100_001, { interval: 'year', days: 60 });
    await subscriber(server, 5000, { currency: 'jpy' });
    await operator.patch('/owner/plans/pro', { price_month: '500' });
    // Neither a checkout that says no price nor an event of the same plan brings the new one.
    const said = { metadata: { tenant_id: id, plan: 'pro' } };
    await report(tenant, completed(id, customer, said));
    expect((await operator.get(pathOf(id))).body.data).toMatchObject({
      price: '99.00',
      mrr: '297.00',
      seats: 3,
      plan_tier: 'pro',
      tenant_name: tenant.tenant.name,
    });
    const { currencies } = await revenue();
    expect(currencies).toMatchObject([
      { currency: 'JPY', mrr: '5000', arr: '60000', subscriptions: 1 },
      {
        currency: 'USD',
        // 297.00 and a twelfth of 1000.01, rounded once.
        mrr: '380.33',
        arr: '4564.01',
        subscriptions: 2,
        seats: 4,
        new_mrr: '297.00',
        lost_mrr: '0.00',
        by_plan: [{ plan_tier: 'pro', mrr: '380.33', subscriptions: 2, seats: 4 }],
      },
    ]);
    expect(await stats()).toMatchObject({ currency: 'JPY', mrr: '5000', arr: '60000' });
  });

  it('counts no trial, what is late apart, and what ended as lost', async () => {
    const before = (await revenue()).currencies.find(
      (row: { currency: string }) => row.currency === 'USD',
    );
    const [late, gone, tried] = [
      await subscriber(server, 1000, { days: 100 }),
      await subscriber(server, 2000, { days: 100 }),
      await subscriber(server, 4000),
    ];
    await report(late.tenant, subscription('updated', late.customer, { status: 'past_due' }));
    await report(gone.tenant, subscription('deleted', gone.customer));
    await report(tried.tenant, subscription('updated', tried.customer, { status: 'trialing' }));
    const data = await revenue();
    const after = data.currencies.find((row: { currency: string }) => row.currency === 'USD');
    const cents = (row: Record<string, string>, name: string) =>
      Math.round(Number(row[name]) * 100);
    expect(cents(after, 'mrr') - cents(before, 'mrr')).toBe(1000);
    expect(after).toMatchObject({ past_due_mrr: '10.00', lost_mrr: '20.00', trials: 1 });
    // Of the three that were there thirty days ago, one has ended.
    expect([data.churn, (await stats()).churn, (await stats('24h')).churn]).toEqual([
      0.3333,
      0.3333,
      expect.any(Number),
    ]);
    expect((await operator.get(pathOf(gone.id))).body.data).toMatchObject({
      status: 'canceled',
      plan_tier: 'free',
      price: '20.00',
      mrr: '0.00',
      ended_at: expect.any(String),
    });
  });
});

it('tells how many tenants there are, which call, and what they take', async () => {
  const [busy, silent] = [await createTenant(server), await createTenant(server)];
  for (let i = 0; i < 50; i += 1) await busy.get('/v1/object-types');
  await server.app.meter.flush();
  const data = await stats('7d');
  const { rows } = await server.db.query(
    `select (select count(*) from app.tenants where status <> 'deleted')::integer as tenants,
       (select sum(calls) from app.call_days)::integer as calls,
       (select sum(api_calls) from app.usage_months)::integer as counted,
       (select count(*) from app.usage_months)::integer as callers`,
  );
  expect(data).toMatchObject({
    period: '7d',
    tenants: rows[0].tenants,
    active_tenants: rows[0].callers,
    api_calls: rows[0].calls,
    storage_bytes: 0,
  });
  expect(rows[0].calls).toBe(rows[0].counted);
  expect(data.signups_by_day).toHaveLength(7);
  expect(data.signups_by_day[6].count).toBeGreaterThanOrEqual(2);
  expect(data.top_tenants[0]).toEqual({
    tenant_id: busy.tenant.id,
    name: busy.tenant.name,
    plan_tier: 'unlimited',
    api_calls: 50,
    storage_bytes: 0,
  });
  const ids = data.top_tenants.map(({ tenant_id }: { tenant_id: string }) => tenant_id);
  expect(ids).not.toContain(silent.tenant.id);
  expect((await operator.get('/owner/stats?period=2w')).status).toBe(400);
  expect((await busy.get('/owner/stats')).status).toBe(403);
});
