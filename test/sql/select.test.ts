import { expect, it, onTestFinished } from 'vitest';
import { createClient, createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

async function contacts(): Promise<TenantClient> {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'contacts' });
  for (const [name, data_type, is_indexed] of [
    ['name', 'string', true],
    ['age', 'integer', false],
    ['score', 'number', true],
    ['fee', 'currency', false],
    ['born', 'date', false],
    ['seen', 'datetime', false],
    ['vip', 'boolean', false],
    ['tags', 'array', false],
  ])
    await api.post('/v1/object-types/contacts/properties', { name, data_type, is_indexed });
  for (const [name, age, score] of [
    ['Ada', 36, 1.5],
    ['Bob', 50, 2],
    ["O'Hara", null, 2],
  ])
    await api.post('/v1/objects/contacts', {
      properties: {
        name,
        score,
        ...(age === null ? {} : { age }),
        fee: { amount: 10.5, currency: 'EUR' },
        born: '1990-01-02',
        seen: '2026-01-02T03:04:05Z',
        vip: name === 'Ada',
        tags: ['a', 'b'],
      },
    });
  return api;
}

it('answers a select over an object type with typed columns', async () => {
  const api = await contacts();
  const { status, body } = await api.post('/v1/sql', {
    sql: 'select name, age, score, fee, fee_currency, born, seen, vip, tags, version from contacts where name = $1',
    params: ['Ada'],
  });
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.data).toMatchObject({
    columns: 'name age score fee fee_currency born seen vip tags version'.split(' '),
    rows: [
      {
        name: 'Ada',
        age: 36,
        score: 1.5,
        fee: 10.5,
        fee_currency: 'EUR',
        born: '1990-01-02',
        seen: '2026-01-02T03:04:05+00:00',
        vip: true,
        tags: ['a', 'b'],
        version: 1,
      },
    ],
    row_count: 1,
    truncated: false,
  });
});

it('answers joins, CTEs, windows, set operations and values', async () => {
  const api = await contacts();
  const ask = async (sql: string, params: unknown[] = []) => {
    const { body } = await api.post('/v1/sql', { sql, params });
    return body.data?.rows ?? body.error;
  };
  expect(await ask('values (1, $1::text), (2, null)', ['x'])).toEqual([
    { column1: 1, column2: 'x' },
    { column1: 2, column2: null },
  ]);
  expect(await ask('select 1 as a, 2 as a;  -- the end')).toEqual([{ a: 1, a_2: 2 }]);
  expect(
    await ask(
      `with old as (select * from contacts where age > 40)
       select c.name, o.name as older, row_number() over (order by c.name desc) n
       from contacts c left join old o on o.id = c.id order by c.name`,
    ),
  ).toEqual([
    { name: 'Ada', older: null, n: 3 },
    { name: 'Bob', older: 'Bob', n: 2 },
    { name: "O'Hara", older: null, n: 1 },
  ]);
  expect(await ask('select score, count(*) from contacts group by 1 order by 1')).toEqual([
    { score: 1.5, count: 1 },
    { score: 2, count: 2 },
  ]);
  expect(await ask(`select name from contacts where name = 'O''Hara' and score = 2`)).toEqual([
    { name: "O'Hara" },
  ]);
  expect(
    await ask(`with recursive t(n) as (select 1 union all select n + 1 from t where n < 3)
      select n, array[n, 2] a from t`),
  ).toEqual([1, 2, 3].map((n) => ({ n, a: [n, 2] })));
});

it('tells the place of an error in the caller’s own text', async () => {
  const api = await contacts();
  const error = async (sql: string) => {
    const { status, body } = await api.post('/v1/sql', { sql });
    return [status, body.error.code, body.error.message, body.error.details?.position];
  };
  expect(await error('select 1 +* from')).toEqual([
    400,
    'SQL_ERROR',
    'syntax error at or near "from"',
    13,
  ]);
  expect(await error("select 'é', nome from contacts")).toEqual([
    400,
    'SQL_ERROR',
    'column "nome" does not exist',
    13,
  ]);
  expect(await error("select 'é', 1 from nothing")).toEqual([
    400,
    'SQL_ERROR',
    'relation "nothing" does not exist',
    20,
  ]);
  expect(await error('select 1/0')).toEqual([400, 'SQL_ERROR', 'division by zero', undefined]);
});

it('answers files, users, associations, events and object types, without secrets', async () => {
  const api = await contacts();
  await api.post('/v1/users', { email: 'ada@example.com', password: 'correct horse battery' });
  await api.post('/v1/events', { event_type: 'opened', data: { page: 1 } });
  const { body: list } = await api.get('/v1/objects/contacts/list?limit=2');
  const [a, b] = list.data.results;
  await api.put(`/v1/objects/contacts/${a.id}/associations/knows/contacts/${b.id}`, {});
  const ask = async (sql: string) => (await api.post('/v1/sql', { sql })).body.data?.rows;
  expect(await ask('select email, role, email_verified from users')).toEqual([
    { email: 'ada@example.com', role: 'user', email_verified: expect.any(Boolean) },
  ]);
  expect(await ask('select event_type, data from events')).toEqual([
    { event_type: 'opened', data: { page: 1 } },
  ]);
  expect(
    await ask(`select x.name from associations a join contacts x on x.id = a.to_id
      where a.association_type = 'knows'`),
  ).toEqual([{ name: b.properties.name }]);
  expect(await ask('select name, strict from object_types')).toEqual([
    { name: 'contacts', strict: false },
  ]);
  expect(await ask('select filename, folder from files')).toEqual([]);
  for (const sql of ['select password_hash from users', 'select storage_key from files'])
    expect(await ask(sql)).toBeUndefined();
});

it('explains a statement, and leaves out what lies in the trash', async () => {
  const api = await contacts();
  const { body } = await api.post('/v1/sql', {
    sql: `select id from contacts where name = 'Ada'`,
    explain: true,
  });
  expect(JSON.stringify(body.data.rows)).toContain('object_index_pkey');
  const found = await api.post('/v1/sql', { sql: `select id from contacts where name = 'Ada'` });
  await api.delete(`/v1/objects/contacts/${found.body.data.rows[0].id}`);
  const left = await api.post('/v1/sql', { sql: 'select count(*) n from contacts' });
  expect(left.body.data.rows).toEqual([{ n: 2 }]);
});

it('is refused where tenants live on several machines, and first of all to a key without the scope', async () => {
  const api = await createTenant(server);
  const cluster = await server.sibling(
    { DATABASE_NODES: 'off' },
    { database: { isCluster: true } },
  );
  onTestFinished(() => cluster.close());
  const { token } = await api.withKey(['read']);
  const asked = (who: string) =>
    createClient(cluster, who).post('/v1/sql', { sql: 'select 1 as one' });
  for (const [who, code] of [
    [api.token, 'FORBIDDEN'],
    [token, 'INSUFFICIENT_SCOPE'],
  ] as const) {
    const { status, body } = await asked(who);
    expect([status, body.error.code]).toEqual([403, code]);
  }
});

it('refuses parameters that no placeholder stands for', async () => {
  const api = await contacts();
  const ask = async (sql: string, params: unknown[]) => {
    const { status, body } = await api.post('/v1/sql', { sql, params });
    return [status, body.error?.param];
  };
  const sql = 'select name from contacts';
  expect(await ask(sql, ['Ada'])).toEqual([400, 'params[0]']);
  expect(await ask(`${sql} where name = '$1' -- $1`, ['Ada'])).toEqual([400, 'params[0]']);
  expect(await ask(`${sql} where name = $1`, ['Ada', 2])).toEqual([400, 'params[1]']);
  expect(await ask(`${sql} where name = $1`, ['Ada'])).toEqual([200, undefined]);
  const write = { sql: 'delete from contacts where age = 1', params: [1], allow_write: true };
  expect((await api.post('/v1/sql', write)).body.error?.param).toBe('params[0]');
});
