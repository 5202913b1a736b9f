import { expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useServer } from '../support/use-server.ts';
import { subscriptionOf } from './support.ts';

const server = useServer();
const buy = { plan: 'starter', success_url: 'https://app.example/paid?x=1' };

const invoicesOf = async (tenant: TenantClient) =>
  (await tenant.get('/v1/billing/invoices')).body.data.invoices;
const pathOf = (url: string) => url.replace(server.url, '');
const press = (path: string, action: string) =>
  fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action }),
    headers: { accept: 'text/html' },
  });

it('goes the whole way: checkout, plan, portal, end', async () => {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const { body } = await tenant.post('/v1/billing/checkout', buy);
  const path = pathOf(body.data.checkout_url);
  const shown = await tenant.as(undefined).get(path, undefined, { accept: 'text/html' });
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(shown.body).toContain('Starter: 29 USD a month');
  expect((await subscriptionOf(tenant)).status).toBe('none');
  const paid = await press(path, 'pay');
  expect([paid.status, paid.headers.get('location')]).toEqual([303, buy.success_url]);
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'active', plan_tier: 'starter' });
  expect((await tenant.post('/v1/billing/cancel')).body.data.cancel_at_period_end).toBe(true);
  expect((await tenant.post('/v1/billing/resume')).body.data.cancel_at_period_end).toBe(false);
  expect(await invoicesOf(tenant)).toMatchObject([
    { number: 'MOCK-0001', status: 'paid', currency: 'USD', total: '29.00', amount_paid: '29.00' },
  ]);
  const portal = await tenant.post('/v1/billing/portal', { return_url: buy.success_url });
  const door = pathOf(portal.body.data.url);
  expect((await press(door, 'pay')).status).toBe(400);
  expect((await press(door, 'end')).status).toBe(303);
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'canceled', plan_tier: 'free' });
  // The same checkout is not paid again.
  expect((await press(path, 'pay')).status).toBe(303);
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'canceled', plan_tier: 'free' });
});

/** Lets the period of a tenant's subscription be over, and has the worker look. */
async function endPeriod({ tenant }: TenantClient) {
  await server.db.query(
    `update app.subscriptions set current_period_start = now() - interval '31 days',
       current_period_end = now() - interval '1 second' where tenant_id = $1`,
    [tenant.id],
  );
  const end = () => asWorker(server, 'select worker.subscription_period_end($1, $1)', [tenant.id]);
  await Promise.all([end(), end()]);
  await end();
}

/** When the worker looks by itself, or undefined. */
async function looks({ tenant }: TenantClient): Promise<Date | undefined> {
  const { rows } = await server.db.query(
    `select due_at from app.work where tenant_id = $1 and id = 'subscription_period ' || $1`,
    [tenant.id],
  );
  return rows[0]?.due_at;
}

async function bought() {
  const tenant = await createTenant(server, { plan_tier: 'free' });
  const { body } = await tenant.post('/v1/billing/checkout', { ...buy, quantity: 3 });
  await press(pathOf(body.data.checkout_url), 'pay');
  return tenant;
}

it('ends a subscription that was cancelled with its period', async () => {
  const tenant = await bought();
  await tenant.post('/v1/billing/cancel');
  const { current_period_end } = await subscriptionOf(tenant);
  expect(await looks(tenant)).toEqual(new Date(current_period_end));
  const end = () =>
    asWorker(server, 'select worker.subscription_period_end($1, $1)', [tenant.tenant.id]);
  await end();
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'active', plan_tier: 'starter' });
  await endPeriod(tenant);
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'canceled', plan_tier: 'free' });
  expect(await invoicesOf(tenant)).toHaveLength(1);
});

it('goes on for another period, with an invoice, where nothing was cancelled', async () => {
  const tenant = await bought();
  await endPeriod(tenant);
  const { status, plan_tier, current_period_end } = await subscriptionOf(tenant);
  expect([status, plan_tier]).toEqual(['active', 'starter']);
  expect(Date.parse(current_period_end)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  expect(await looks(tenant)).toEqual(new Date(current_period_end));
  const invoices = await invoicesOf(tenant);
  expect(invoices).toMatchObject([
    { number: 'MOCK-0002', total: '87.00' },
    { number: 'MOCK-0001', total: '87.00' },
  ]);
  expect(await invoicesOf(await createTenant(server))).toEqual([]);
});

it('opens no link that was changed, or that is of another tenant', async () => {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  const path = pathOf((await a.post('/v1/billing/checkout', buy)).body.data.checkout_url);
  const ofOther = path.replace(a.tenant.id, b.tenant.id);
  for (const wrong of [ofOther, `${path}AAAA`, path.replace('checkout', 'portal')])
    expect((await a.as(undefined).get(wrong)).status).toBe(404);
  expect((await press(ofOther, 'pay')).status).toBe(404);
});

it('refuses every event of Stripe without a secret', async () => {
  const tenant = await createTenant(server);
  const { status, body } = await tenant.as(undefined).post('/webhooks/stripe', {});
  expect([status, body.error.code]).toEqual([400, 'INVALID_SIGNATURE']);
});
