import { expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

it('shows the operator the errors of all tenants, or of one', async () => {
  const [one, other] = [await createTenant(server), await createTenant(server)];
  const operator = platformClient(server);
  const ids: string[] = [];
  for (const api of [one, other])
    ids.push((await api.post('/v1/errors/report', { message: 'it broke' })).body.data.error_id);
  const { errors } = (await operator.get('/owner/errors?limit=100')).body.data;
  const found = errors.filter(({ id }: { id: string }) => ids.includes(id));
  expect(found.map(({ tenant_id }: { tenant_id: string }) => tenant_id)).toEqual([
    other.tenant.id,
    one.tenant.id,
  ]);
  const ofOne = (await operator.get(`/owner/errors?tenant_id=${one.tenant.id}`)).body.data;
  expect([ofOne.errors.length, ofOne.total, ofOne.errors[0].id]).toEqual([1, 1, ids[0]]);
  expect((await one.get('/owner/errors')).status).toBe(403);
});
