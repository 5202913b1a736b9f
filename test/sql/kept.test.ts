import { expect, it } from 'vitest';
import { createPolicy } from '../policies/support.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

/** Twice, so that what the names stand for is known from the first time. */
async function twice(client: Pick<typeof api, 'post'>, sql: string) {
  await client.post('/v1/sql', { sql });
  return client.post('/v1/sql', { sql });
}

it('an old meaning of a name is never used after a change', async () => {
  await api.post('/v1/object-types', { name: 'notes', user_access: 'open' });
  await api.post('/v1/object-types/notes/properties', { name: 'title', data_type: 'string' });
  await api.post('/v1/objects/notes', { properties: { title: 'a', size: 3 } });
  const rows = (answer: Awaited<ReturnType<typeof twice>>) => answer.body.data?.rows;

  expect(rows(await twice(api, 'select * from notes'))).toMatchObject([{ title: 'a' }]);
  // A column more.
  await api.post('/v1/object-types/notes/properties', { name: 'size', data_type: 'integer' });
  expect(rows(await api.post('/v1/sql', { sql: 'select * from notes' }))).toMatchObject([
    { size: 3 },
  ]);
  // One that was missing is there.
  expect((await twice(api, 'select due from notes')).status).toBe(400);
  await api.post('/v1/object-types/notes/properties', { name: 'due', data_type: 'date' });
  expect((await api.post('/v1/sql', { sql: 'select due from notes' })).status).toBe(200);
  // The name means another type: what was a part of WITH stays that.
  const own = 'with teams as (select 1 as one) select * from teams';
  expect(rows(await twice(api, own))).toEqual([{ one: 1 }]);
  await api.post('/v1/object-types', { name: 'teams' });
  expect(rows(await api.post('/v1/sql', { sql: own }))).toEqual([{ one: 1 }]);
});

it('nor to a key that may not ask any more, or that policies bind', async () => {
  const sql = 'select title from notes';
  const key = await api.withKey(['read', 'sql']);
  expect((await twice(key, sql)).body.data.rows).toHaveLength(1);
  await createPolicy(api, {
    action: 'select',
    effect: 'allow',
    condition_json: [{ property: 'title', operator: 'eq', value: 'nothing' }],
  });
  expect((await twice(key, sql)).body.data.rows).toEqual([]);
  expect((await twice(api, sql)).body.data.rows).toHaveLength(1);
  const free = await api.withKey(['read', 'sql'], { bound_by_policies: false });
  expect((await twice(free, sql)).body.data.rows).toHaveLength(1);
  await api.patch(`/v1/keys/${free.keyId}`, { scopes: ['read'] });
  expect((await free.post('/v1/sql', { sql })).status).toBe(403);
  const gone = await api.withKey(['read', 'sql'], { bound_by_policies: false });
  await twice(gone, sql);
  await api.delete(`/v1/keys/${gone.keyId}`);
  expect((await gone.post('/v1/sql', { sql })).status).toBe(401);
});

it('and each statement is in the journal once', async () => {
  const sql = `select title, 'journal' as why from notes`;
  for (let n = 0; n < 4; n++) await api.post('/v1/sql', { sql });
  const { body } = await api.get('/v1/audit-logs?action=sql.executed&limit=50');
  const noted = body.data.logs.filter((log: object) => JSON.stringify(log).includes('journal'));
  expect(noted).toHaveLength(4);
});
