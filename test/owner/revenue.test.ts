import { beforeAll, describe, expect, it } from 'vitest';
import { completed, nowSeconds, report, subscription } from '../billing/support.ts';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { webhookSecret } from '../support/stripe-server.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  TRUSTED_PROXIES: 'loopback',
});
const day = 86_400;
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const stats = async (period = '30d') =>
  (await operator.get(`/owner/stats?period=${period}`)).body.data;
const revenue = async (period = '30d') =>
  (await operator.get(`/owner/revenue?period=${period}`)).body.data;
const pathOf = (id: string) => `/owner/subscriptions/${id}`;

/** A tenant that pays Stripe for so many seats at a price, since so many days. */
async function subscriber(
  amount: number,
  { seats = 1, interval = 'month', currency = 'usd', days = 2 } = {},
) {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const id = tenant.tenant.id as string;
  const customer = `cus_${id}`;
  const at = nowSeconds() - days * day;
  const price = { id: `p_${id}`, currency, unit_amount: amount, recurring: { interval } };
  const paid = {
    created: at,
    metadata: { tenant_id: id, plan: 'pro' },
    items: { data: [{ quantity: seats, price }] },
  };
  await report(tenant, subscription('created', customer, paid, at));
  return { tenant, id, customer, at };
}

describe('revenue from subscriptions', () => {
  it('is what each subscriber pays, by currency, and not what the plan costs now', async () => {
    expect(await revenue()).toMatchObject({ churn: 0, currencies: [] });
    expect(await stats()).toMatchObject({ mrr: '0.00', arr: '0.00', currency: 'USD' });
    const { tenant, id, customer } = await subscriber(9900, { seats: 3 });
    await subscriber(100_001, { interval: 'year', days: 60 });
    await subscriber(5000, { currency: 'jpy' });
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
      await subscriber(1000, { days: 100 }),
      await subscriber(2000, { days: 100 }),
      await subscriber(4000),
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

describe('the operator', () => {
  it('writes down a subscription that no provider knows', async () => {
    const tenant = await createTenant(server, { plan_tier: 'free' });
    const { id } = tenant.tenant;
    expect((await operator.get(pathOf(id))).body.data).toMatchObject({
      status: 'none',
      provider: null,
      price: null,
      mrr: null,
    });
    const given = { plan_tier: 'enterprise', interval: 'year', price: '1200.60', currency: 'EUR' };
    const { status, body } = await operator.patch(pathOf(id), { ...given, seats: 2 });
    expect([status, body.data]).toMatchObject([
      200,
      { ...given, status: 'active', seats: 2, provider: null, mrr: '200.10' },
    ]);
    expect((await tenant.get('/v1/billing/subscription')).body.data).toMatchObject({
      plan_tier: 'enterprise',
      status: 'active',
      provider: null,
    });
    const late = (await operator.patch(pathOf(id), { status: 'past_due' })).body.data;
    expect(late).toMatchObject({ past_due_since: expect.any(String), mrr: '200.10' });
    const ended = (await operator.patch(pathOf(id), { status: 'canceled' })).body.data;
    expect(ended).toMatchObject({ plan_tier: 'free', mrr: '0.00', price: '1200.60' });
  });

  it('takes the price of the plan where none is given', async () => {
    const { id } = (await createTenant(server)).tenant;
    const { body } = await operator.patch(pathOf(id), { plan_tier: 'starter', interval: 'year' });
    expect(body.data).toMatchObject({ price: '290.00', currency: 'USD', mrr: '24.17' });
  });

  it('changes at Stripe what is paid for there, but for the plan', async () => {
    const { id } = await subscriber(700);
    for (const changes of [{ seats: 2 }, { price: '1' }, { status: 'canceled' }]) {
      const { status, body } = await operator.patch(pathOf(id), changes);
      expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    }
    const { body } = await operator.patch(pathOf(id), { plan_tier: 'enterprise' });
    expect(body.data).toMatchObject({ plan_tier: 'enterprise', provider: 'stripe' });
  });

  it.each([
    [{ price: 5 }, 'price'],
    [{ price: '-5' }, 'price'],
    [{ price: '1.001' }, 'price'],
    [{ price: '1', currency: 'XXX' }, 'currency'],
    [{ currency: 'EUR' }, 'currency'],
    [{ plan_tier: 'nothing' }, 'plan_tier'],
    [{ seats: 0 }, 'seats'],
    [{ seats: 1.5 }, 'seats'],
    [{ status: 'incomplete' }, 'status'],
  ])('is refused %o with 400', async (changes, param) => {
    const { id } = (await createTenant(server)).tenant;
    const { status, body } = await operator.patch(pathOf(id), changes);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it('lists subscriptions, or those in a state', async () => {
    const { id } = await subscriber(700);
    const { subscriptions, total } = (await operator.get('/owner/subscriptions?limit=1')).body.data;
    expect([subscriptions.length, subscriptions[0].tenant_id]).toEqual([1, id]);
    expect(total).toBeGreaterThan(1);
    const ended = (await operator.get('/owner/subscriptions?status=canceled&limit=100')).body.data;
    expect(new Set(ended.subscriptions.map((row: { status: string }) => row.status))).toEqual(
      new Set(['canceled']),
    );
    expect(ended.total).toBe(ended.subscriptions.length);
    expect((await operator.get(pathOf('ten_none'))).status).toBe(404);
  });
});
