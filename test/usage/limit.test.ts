import { expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
const limited = async (apiCalls: number) => {
  const api = await createTenant(server, { plan_tier: 'free' });
  await platformClient(server).patch(`/admin/tenants/${api.tenant.id}`, {
    limits: { api_calls: apiCalls },
  });
  return api;
};

it('refuses calls beyond the limit of the month, but not the look at usage and billing', async () => {
  const api = await limited(10);
  for (let i = 0; i < 10; i += 1) await api.get('/v1/object-types');
  await server.app.meter.flush();
  const refused = await api.get('/v1/object-types');
  expect(refused.status).toBe(403);
  expect(refused.body.error).toMatchObject({
    code: 'PLAN_LIMIT_EXCEEDED',
    details: { limit: 'api_calls', used: 10, max: 10, plan: 'free' },
  });
  expect(refused.headers.get('x-plan-usage')).toBe('api_calls=100%');
  expect((await api.get('/v1/usage')).status).toBe(200);
  expect((await api.get('/v1/billing/usage')).status).toBe(200);
  const forged = `${api.token.slice(0, -20)}${'0'.repeat(20)}`;
  expect((await api.as(forged).get('/v1/object-types')).status).toBe(401);
});

it('reports how much is used from 80 % on', async () => {
  const api = await limited(10);
  for (let i = 0; i < 7; i += 1) await api.get('/v1/object-types');
  await server.app.meter.flush();
  expect((await api.get('/v1/object-types')).headers.has('x-plan-usage')).toBe(false);
  await server.app.meter.flush();
  const { headers } = await api.get('/v1/object-types');
  expect(headers.get('x-plan-usage')).toBe('api_calls=80%');
});

it('opens again once the limit is raised, with the next batch', async () => {
  const api = await limited(1);
  await api.get('/v1/object-types');
  await server.app.meter.flush();
  expect((await api.get('/v1/object-types')).status).toBe(403);
  await platformClient(server).patch(`/admin/tenants/${api.tenant.id}`, {
    limits: { api_calls: null },
  });
  await server.app.meter.flush();
  expect((await api.get('/v1/object-types')).status).toBe(200);
});

it('concerns no other tenant, and none without a limit', async () => {
  const api = await limited(0);
  const other = await createTenant(server);
  await Promise.all([api.get('/v1/object-types'), other.get('/v1/object-types')]);
  await server.app.meter.flush();
  expect((await api.get('/v1/object-types')).status).toBe(403);
  expect((await other.get('/v1/object-types')).status).toBe(200);
});
