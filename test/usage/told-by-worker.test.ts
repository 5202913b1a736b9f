import { expect, it } from 'vitest';
import { subscriptionOf } from '../billing/support.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on' });

it('a worker notifies admins of a limit that is reached, without a request', async () => {
  const api = await createTenant(server, { plan_tier: 'free' });
  await api.post('/v1/users', { email: 'admin@example.com', role: 'admin' });
  await platformClient(server).patch(`/admin/tenants/${api.tenant.id}`, {
    limits: { webhooks: 1 },
  });
  await api.post('/v1/webhooks', { url: 'https://example.com/' });
  const told = async () => {
    const { rows } = await server.db.query(
      `select n.title from app.notifications n where n.tenant_id = $1 and n.type = 'plan_limit'`,
      [api.tenant.id],
    );
    return rows.map(({ title }) => title);
  };
  expect(await until(told, (titles) => titles.length > 0, 30)).toEqual([
    'The limit of webhooks is reached',
  ]);
});

it('a worker ends a subscription of the mock provider that was cancelled', async () => {
  const api = await createTenant(server, { plan_tier: 'free' });
  const buy = { plan: 'starter', success_url: 'https://app.example/paid' };
  const { checkout_url } = (await api.post('/v1/billing/checkout', buy)).body.data;
  await api.as(undefined).post(checkout_url.replace(server.url, ''), { action: 'pay' });
  await api.post('/v1/billing/cancel');
  await server.db.query(
    `update app.subscriptions set current_period_end = now() where tenant_id = $1`,
    [api.tenant.id],
  );
  await server.db.query(
    `update app.work set due_at = now() where tenant_id = $1 and id like 'subscription_period %'`,
    [api.tenant.id],
  );
  const status = async () => (await subscriptionOf(api)).status;
  expect(await until(status, (one) => one !== 'active', 30)).toBe('canceled');
});
