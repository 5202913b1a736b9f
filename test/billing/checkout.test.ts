import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useStripe } from '../support/stripe-server.ts';
import { useServer } from '../support/use-server.ts';
import { completed, nowSeconds, report, subscriptionOf } from './support.ts';

const stripe = await useStripe();
const server = useServer(stripe.env);
const success_url = 'https://app.example/paid';
const buy = { plan: 'pro', interval: 'year', quantity: 3, success_url };

/** The requests to Stripe for a tenant. */
const askedFor = (id: string, path: string) =>
  stripe.requests.filter((one) => one.path === path && one.form.get('metadata[tenant_id]') === id);

it('shows the plans that are for sale to any caller', async () => {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const reader = await tenant.withKey(['read']);
  const { body } = await reader.get('/v1/billing/plans');
  // Other files make plans of their own, and some have changed prices.
  const known = ['free', 'starter', 'pro', 'enterprise', 'unlimited'];
  const shown = body.data.plans.filter((plan: { plan_tier: string }) =>
    known.includes(plan.plan_tier),
  );
  expect(shown.map((plan: { plan_tier: string }) => plan.plan_tier)).toEqual(known.slice(0, 4));
  expect(shown[2]).toMatchObject({ price_month: '149', limits: { rpm: 3000 } });
  for (const path of ['subscription', 'invoices'])
    expect((await reader.get(`/v1/billing/${path}`)).status).toBe(403);
  expect((await reader.post('/v1/billing/checkout', buy)).status).toBe(403);
});

it('begins a checkout with one customer, also for requests at the same time', async () => {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const { id } = tenant.tenant;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => tenant.post('/v1/billing/checkout', buy)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[0]?.body.data.checkout_url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  const sessions = askedFor(id, '/v1/checkout/sessions');
  expect(new Set(sessions.map(({ form }) => form.get('customer'))).size).toBe(1);
  expect(Object.fromEntries(sessions[0]?.form ?? [])).toMatchObject({
    mode: 'subscription',
    client_reference_id: id,
    'metadata[plan]': 'pro',
    'subscription_data[metadata][tenant_id]': id,
    'line_items[0][quantity]': '3',
    'line_items[0][price_data][unit_amount]': '149000',
    success_url,
    cancel_url: success_url,
  });
  const before = stripe.requests.length;
  expect((await tenant.post('/v1/billing/checkout?dry_run=true', buy)).status).toBe(200);
  expect(stripe.requests.length).toBe(before);
  // Nothing was paid: nothing is given.
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'none', plan_tier: 'free' });
});

it('refuses what is not for sale, and what is not a number of seats', async () => {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  for (const wrong of [
    { plan: 'free' },
    { plan: 'unlimited' },
    { plan: 'enterprise' },
    { plan: 'nothing' },
    { interval: 'week' },
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: 1e12 },
    { success_url: 'javascript:alert(1)' },
    { price: 1 },
  ]) {
    const { status } = await tenant.post('/v1/billing/checkout', { ...buy, ...wrong });
    expect(status, JSON.stringify(wrong)).toBe(400);
  }
});

it('lets a tenant that has bought manage, cancel and resume; one that has not gets 409', async () => {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const { id } = tenant.tenant;
  const portal = () => tenant.post('/v1/billing/portal', { return_url: success_url });
  expect((await portal()).status).toBe(409);
  expect((await tenant.post('/v1/billing/cancel')).status).toBe(409);
  expect((await tenant.post('/v1/billing/resume')).status).toBe(409);
  expect((await tenant.get('/v1/billing/invoices')).body.data).toEqual({ invoices: [] });
  await tenant.post('/v1/billing/checkout', buy);
  const customer = askedFor(id, '/v1/checkout/sessions')[0]?.form.get('customer') ?? '';
  await report(tenant, completed(id, customer));
  expect((await portal()).body.data.url).toMatch(/^https:\/\/billing\.stripe\.com\//);
  const cancelled = await tenant.post('/v1/billing/cancel');
  expect(cancelled.body.data).toMatchObject({ status: 'active', cancel_at_period_end: true });
  const resumed = await tenant.post('/v1/billing/resume');
  expect(resumed.body.data).toMatchObject({ status: 'active', cancel_at_period_end: false });
  const told = stripe.requests.filter(({ path }) => path === `/v1/subscriptions/sub_${customer}`);
  expect(told.map(({ form }) => form.get('cancel_at_period_end'))).toEqual(['true', 'false']);
  const { body } = await tenant.get('/v1/billing/invoices');
  expect(body.data.invoices[0]).toMatchObject({ total: '149.00', currency: 'USD' });
});

it('ends the first of two subscriptions at Stripe, so that no one pays twice', async () => {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const { id } = tenant.tenant;
  const customer = `cus_twice_${id}`;
  const now = nowSeconds();
  const second = { subscription: `sub_2_${id}`, metadata: { tenant_id: id, plan: 'pro' } };
  await report(tenant, completed(id, customer, { subscription: `sub_1_${id}` }, now - 10));
  const event = completed(id, customer, second, now);
  stripe.isBroken = true;
  expect((await report(tenant, event)).status).toBe(502);
  stripe.isBroken = false;
  expect(await subscriptionOf(tenant)).toMatchObject({ plan_tier: 'starter' });
  await report(tenant, event);
  const ended = stripe.requests.filter(({ method }) => method === 'DELETE');
  expect(ended.at(-1)?.path).toBe(`/v1/subscriptions/sub_1_${id}`);
  expect(await subscriptionOf(tenant)).toMatchObject({ plan_tier: 'pro' });
});

it('answers 502 when Stripe is out of order, and keeps what it has', async () => {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  stripe.isBroken = true;
  const { status, body } = await tenant.post('/v1/billing/checkout', buy);
  stripe.isBroken = false;
  expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
  expect((await tenant.post('/v1/billing/checkout', buy)).status).toBe(200);
});

it('has no pages of the mock provider', async () => {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const path = `/billing/mock/checkout/${tenant.tenant.id}?token=anything`;
  expect((await tenant.as(undefined).get(path)).status).toBe(404);
});
