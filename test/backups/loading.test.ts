import { expect, it } from 'vitest';
import { newId } from '../../src/db/new-id.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

it('a tenant that is being loaded is neither changed, read, copied, compared nor written to', async () => {
  const operator = platformClient(server);
  const { tenant: other } = await createTenant(server);
  const id = newId('ten');
  await server.db.query('select worker.staging_open($1, $2)', [id, 'rst_loading']);
  const path = `/admin/tenants/${id}`;
  const answers = [
    await operator.get(`${path}/export`),
    await operator.patch(path, { name: 'Mine' }),
    await operator.post(`${path}/activate`, {}),
    await operator.post(`${path}/keys`, { label: 'Mine', scopes: ['*'] }),
    await operator.post(`${path}/clone`, { name: 'Mine' }),
    await operator.post(`${path}/diff`, { with: { tenant_id: other.id } }),
    await operator.post(`/admin/tenants/${other.id}/diff`, { with: { tenant_id: id } }),
    await operator.delete(path),
  ];
  expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(
    answers.map(() => [409, 'INVALID_STATE']),
  );
  const ticket = { tenant_id: id, subject: 'Yours', body: 'It is for you.' };
  expect((await operator.post('/owner/tickets', ticket)).status).toBe(404);
  expect((await operator.post('/admin/backups', { tenant_id: id })).status).toBe(400);
  await server.db.query('select worker.staging_drop($1)', [id]);
});
