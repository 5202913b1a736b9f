import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { subscriptionOf } from './support.ts';

const server = useServer();
const buy = { plan: 'starter', success_url: 'https://app.example/paid?x=1' };

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
  expect((await tenant.get('/v1/billing/invoices')).body.data).toEqual({ invoices: [] });
  const portal = await tenant.post('/v1/billing/portal', { return_url: buy.success_url });
  const door = pathOf(portal.body.data.url);
  expect((await press(door, 'pay')).status).toBe(400);
  expect((await press(door, 'end')).status).toBe(303);
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'canceled', plan_tier: 'free' });
  // The same checkout is not paid again.
  expect((await press(path, 'pay')).status).toBe(303);
  expect(await subscriptionOf(tenant)).toMatchObject({ status: 'canceled', plan_tier: 'free' });
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
