import { expect, it } from 'vitest';
import { killBlocked } from '../support/kill-blocked.ts';
import { rowsOf } from '../support/seed-tenant.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);

it('an import killed midway has written nothing, and runs once when it is repeated', async () => {
  await api.post('/v1/object-types', { name: 'people' });
  const property = { name: 'email', data_type: 'email', is_unique: true };
  const { body } = await api.post('/v1/object-types/people/properties', property);
  const rows = Array.from({ length: 3000 }, (_, n) => ({ email: `p${n}@example.com` }));
  const send = () =>
    api.post(
      '/v1/data/import',
      { object_type_id: 'people', format: 'json', rows },
      { 'idempotency-key': 'people' },
    );
  const before = await rowsOf(server.db, api.tenant.id);

  // Another session is about to take the value of a row in the middle: the import waits there, half done.
  const holder = await server.db.connect();
  await holder.query('begin');
  await holder.query(
    `insert into app.object_index values ($1, $2, 'p1500@example.com', 0, 'obj_other', true)`,
    [api.tenant.id, body.data.id],
  );
  const answer = send();
  await untilBlocked(server.db, holder);
  expect(await killBlocked(server, holder)).toBe(1);
  expect((await answer).status).toBe(503);
  await holder.query('rollback');
  holder.release();
  expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);

  const [again, replayed] = [await send(), await send()];
  expect(again.body.data).toMatchObject({ status: 'completed', created: 3000, failed: 0 });
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(replayed.body.data).toEqual(again.body.data);
  expect((await api.get('/v1/objects/people/list')).body.data.total).toBe(3000);
});
