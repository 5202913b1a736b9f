import { expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

it('keeps what the operator changes in a journal that no tenant reads', async () => {
  const api = await createTenant(server);
  const operator = platformClient(server);
  const body = { type: 'income', amount: '5', currency: 'USD', tenant_id: api.tenant.id };
  const { id } = (await operator.post('/owner/accounting', body)).body.data;
  await operator.patch(`/owner/accounting/${id}`, { amount: '6' });
  const { rows } = await server.db.query(
    `select tenant_id, type, before->>'amount' as before, after->>'amount' as after
     from app.journal where resource_id = $1 order by id`,
    [id],
  );
  expect(rows).toEqual([
    { tenant_id: 'platform', type: 'book_record.created', before: null, after: '5.00' },
    { tenant_id: 'platform', type: 'book_record.updated', before: '5.00', after: '6.00' },
  ]);
  await settle(server.db);
  const { results } = (await api.get('/v1/changes')).body.data;
  expect(JSON.stringify(results)).not.toContain('book_record');
});
