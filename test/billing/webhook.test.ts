import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { signatureOf, webhookSecret } from '../support/stripe-server.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { completed, nowSeconds, post, report, subscription, subscriptionOf } from './support.ts';

const server = useOwnDatabase({
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  TRUSTED_PROXIES: 'loopback',
});

/** A tenant, and what Stripe calls it. */
async function scene() {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  return { tenant, id: tenant.tenant.id as string, customer: `cus_${tenant.tenant.id}` };
}

it('refuses what is not signed with 400, and changes nothing', async () => {
  const { tenant, id, customer } = await scene();
  const body = JSON.stringify(completed(id, customer));
  const now = nowSeconds();
  const right = signatureOf(body);
  const headers = [
    '',
    `t=${now},v1=`,
    `t=${now}`,
    'nonsense',
    right.replace(/t=\d+/, `t=${now - 10}`),
    signatureOf(body, 'whsec_of_somebody_else'),
    signatureOf(body, webhookSecret, now - 400),
    signatureOf(body, webhookSecret, now + 4000),
    signatureOf(`${body} `),
  ];
  for (const header of headers) {
    const { status, body: answer } = await post(tenant, body, header);
    expect([status, answer.error.code], header).toEqual([400, 'INVALID_SIGNATURE']);
  }
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'none', plan_tier: 'free' });
});

it('activates, follows and ends a plan', async () => {
  const { tenant, id, customer } = await scene();
  const paid = await report(tenant, completed(id, customer));
  expect([paid.status, paid.body.data]).toEqual([200, { received: true }]);
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'active', plan_tier: 'starter' });
  const [start, end] = [1_760_000_000, 1_762_592_000];
  const item = { quantity: 7, current_period_start: start, current_period_end: end };
  await report(
    tenant,
    subscription('updated', customer, { items: { data: [item] }, metadata: { plan: 'pro' } }),
  );
  const followed = await subscriptionOf(tenant);
  expect(followed).toMatchObject({ status: 'active', plan_tier: 'pro', seats: 7 });
  expect(Date.parse(followed.current_period_end)).toBe(end * 1000);
  await report(tenant, subscription('deleted', customer));
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'canceled', plan_tier: 'free' });
});

it.each(['paused', 'on_strike', 'constructor'])(
  'gives no paid plan while Stripe says %s',
  async (status) => {
    const { tenant, id, customer } = await scene();
    await report(tenant, completed(id, customer));
    await report(tenant, subscription('updated', customer, { status, metadata: { plan: 'pro' } }));
    expect(await subscriptionOf(tenant)).toMatchObject({ status: 'paused', plan_tier: 'free' });
    await report(tenant, subscription('updated', customer, { metadata: { plan: 'pro' } }));
    expect(await subscriptionOf(tenant)).toMatchObject({ status: 'active', plan_tier: 'pro' });
  },
);

it('shows when a subscription ends that was cancelled for a day', async () => {
  const { tenant, id, customer } = await scene();
  await report(tenant, completed(id, customer));
  const cancel_at = 1_900_000_000;
  const ending = { cancel_at, cancel_at_period_end: false };
  await report(tenant, subscription('updated', customer, ending));
  const shown = await subscriptionOf(tenant);
  expect(Date.parse(shown.cancel_at)).toBe(cancel_at * 1000);
  const kept = { cancel_at: null, cancel_at_period_end: false };
  await report(tenant, subscription('updated', customer, kept));
  expect(await subscriptionOf(tenant)).toMatchObject({ cancel_at: null });
});

it('receives what it does not know, and what is of no tenant here', async () => {
  const { tenant, customer } = await scene();
  const events = [
    { id: 'evt_1', type: 'invoice.paid', created: nowSeconds(), data: { object: {} } },
    completed('ten_nobody', `${customer}-2`),
    subscription('updated', `${customer}-3`),
    { ...completed('a/b', `${customer}-4`) },
  ];
  for (const event of events) {
    const { status, body } = await report(tenant, event);
    expect([status, body.data]).toEqual([200, { received: true }]);
  }
  expect((await post(tenant, '[]')).status).toBe(200);
});

it('applies an event once, however often and in whichever order it comes', async () => {
  const { tenant, id, customer } = await scene();
  const now = nowSeconds();
  const paid = completed(id, customer, {}, now - 20);
  await Promise.all(Array.from({ length: 8 }, () => report(tenant, paid)));
  const deleted = subscription('deleted', customer, {}, now);
  await report(tenant, deleted);
  const late = { metadata: { plan: 'pro' } };
  await report(tenant, subscription('updated', customer, late, now - 10));
  await report(tenant, paid);
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'canceled', plan_tier: 'free' });
  const { rows } = await server.db.query(
    `select type, count(*)::integer from app.journal
     where tenant_id = $1 and type like 'subscription.%' group by 1 order by 1`,
    [id],
  );
  expect(rows).toEqual([
    { type: 'subscription.deleted', count: 1 },
    { type: 'subscription.updated', count: 1 },
  ]);
});

it('applies both of two events of the same second', async () => {
  const { tenant, id, customer } = await scene();
  const now = nowSeconds();
  await report(tenant, completed(id, customer, {}, now));
  await report(tenant, subscription('updated', customer, { quantity: 3 }, now));
  expect(await subscriptionOf(tenant)).toMatchObject({ plan_tier: 'starter', seats: 3 });
});

it('activates nothing for a checkout that is not paid', async () => {
  const { tenant, id, customer } = await scene();
  await report(tenant, completed(id, customer, { payment_status: 'unpaid' }));
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'none', plan_tier: 'free' });
});

it('lets no event of one tenant’s customer change another tenant', async () => {
  const [a, b] = [await scene(), await scene()];
  await report(a.tenant, completed(a.id, a.customer));
  await report(a.tenant, completed(b.id, b.customer));
  const forged = { metadata: { tenant_id: b.id, plan: 'pro' } };
  await report(a.tenant, completed(b.id, a.customer, forged));
  await report(a.tenant, subscription('updated', a.customer, forged));
  // A stranger's customer does not take the place of the tenant's own.
  await report(a.tenant, completed(b.id, `${b.customer}-other`, forged));
  expect(await subscriptionOf(a.tenant)).toMatchObject({ plan_tier: 'starter' });
  expect(await subscriptionOf(b.tenant)).toMatchObject({ plan_tier: 'starter' });
});

it('trusts the price if the metadata name another plan', async () => {
  const { tenant, id, customer } = await scene();
  const price = `price_${customer}`;
  await server.db.query(
    `update app.plans set price_ids = price_ids || jsonb_build_object('year', $1::text) where plan_tier = 'pro'`,
    [price],
  );
  await report(tenant, completed(id, customer));
  await report(
    tenant,
    subscription('updated', customer, {
      metadata: { plan: 'starter' },
      items: { data: [{ price: { id: price }, quantity: 1 }] },
    }),
  );
  expect(await subscriptionOf(tenant)).toMatchObject({ plan_tier: 'pro', interval: 'year' });
});

it('keeps the plan for 14 days of late payment, counted from the event', async () => {
  const { tenant, id, customer } = await scene();
  const limit = async () =>
    (await server.db.query(`select app.plan_of($1) as plan`, [id])).rows[0].plan;
  const day = 86_400;
  const now = nowSeconds();
  await report(tenant, completed(id, customer, {}, now - 20 * day));
  const late = { status: 'past_due' };
  await report(tenant, subscription('updated', customer, late, now - 13 * day));
  expect(await limit()).toBe('starter');
  await server.db.query(`update app.subscriptions set past_due_since = $2 where tenant_id = $1`, [
    id,
    new Date((now - 14 * day) * 1000),
  ]);
  expect(await limit()).toBe('free');
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'past_due', plan_tier: 'starter' });
  await report(tenant, subscription('updated', customer, {}, now));
  expect(await limit()).toBe('starter');
});

it('receives 1,000 events at once, each once', async () => {
  const { tenant, id, customer } = await scene();
  const now = nowSeconds();
  await report(tenant, completed(id, customer, {}, now - 2000));
  const events = Array.from({ length: 500 }, (_, i) =>
    subscription('updated', customer, { quantity: i + 1 }, now - 1000 + i),
  );
  // As Stripe does: what is not answered with 200 is sent again.
  const deliver = async (event: (typeof events)[number]) => {
    let status = 0;
    while (status !== 200) {
      ({ status } = await report(tenant, event));
      expect([200, 429, 503]).toContain(status);
    }
  };
  await Promise.all([...events, ...events].map(deliver));
  expect(await subscriptionOf(tenant)).toMatchObject({ seats: 500 });
  const { rows } = await server.db.query(
    `select count(*)::integer from app.billing_events where tenant_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ count: 501 }]);
});
