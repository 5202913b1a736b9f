import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let api: TenantClient;

async function deals(): Promise<TenantClient> {
  const made = await createTenant(server);
  await made.post('/v1/object-types', { name: 'deals' });
  for (const [name, data_type, more = {}] of [
    ['name', 'string', { is_unique: true, is_required: true }],
    ['size', 'integer'],
    ['share', 'number'],
    ['price', 'currency'],
    ['closed', 'date'],
    ['seen', 'datetime'],
    ['won', 'boolean'],
    ['tags', 'array'],
    ['extra', 'json'],
  ] as [string, string, object?][])
    await made.post('/v1/object-types/deals/properties', { name, data_type, ...more });
  return made;
}

const write = (
  sql: string,
  params: unknown[] = [],
  more = {},
  by: Pick<TenantClient, 'post'> = api,
) => by.post('/v1/sql', { sql, params, allow_write: true, ...more });
const rows = async (sql: string) => (await api.post('/v1/sql', { sql })).body.data.rows;

beforeAll(async () => {
  api = await deals();
});

describe('insert', () => {
  it('makes objects of every kind of value, as the API stores them', async () => {
    const { status, body } = await write(
      `insert into deals (name, size, share, price, price_currency, closed, seen, won, tags, extra)
       values ('a', $1, 0.5, 12.50, 'EUR', date '2026-01-02', timestamptz '2026-01-02 03:04:05+00', true, '["x"]', $2),
              ('b', '7', '1.5', '90.00', 'eur', '2026-02-03', null, 'false', to_jsonb(array['y', 'z']), null)
       returning id, name as called, price, won`,
      [3, { deep: [1] }],
    );
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.data).toMatchObject({
      command: 'insert',
      columns: ['id', 'called', 'price', 'won'],
      row_count: 2,
      truncated: false,
      rows: [
        { called: 'a', price: 12.5, won: true },
        { called: 'b', price: 90, won: false },
      ],
    });
    const { body: one } = await api.get(`/v1/objects/deals/${body.data.rows[0].id}`);
    expect(one.data.properties).toMatchObject({
      name: 'a',
      size: 3,
      share: 0.5,
      price: { amount: '12.50', currency: 'EUR' },
      closed: '2026-01-02',
      won: true,
      tags: ['x'],
      extra: { deep: [1] },
    });
  });

  it('takes rows from a question', async () => {
    const { body } = await write(
      `with big as (select * from deals where size > 2) insert into deals as d (name, size)
       select name || '-copy', size * 10 from big order by name returning *`,
    );
    expect(body.data.rows.map((row: Record<string, unknown>) => [row.name, row.size])).toEqual([
      ['a-copy', 30],
      ['b-copy', 70],
    ]);
    expect(Object.keys(body.data.rows[0])).toContain('price_currency');
  });

  it.each([
    ['a missing value', `insert into deals (size) values (1)`, 400, 'VALIDATION_ERROR'],
    [
      'a wrong value',
      `insert into deals (name, size) values ('w', 'many')`,
      400,
      'VALIDATION_ERROR',
    ],
    ['a taken value', `insert into deals (name) values ('z'), ('a')`, 409, 'UNIQUE_VIOLATION'],
    ['no columns', `insert into deals values ('w')`, 400, 'SQL_ERROR'],
    ['an unknown column', `insert into deals (nome) values ('w')`, 400, 'SQL_ERROR'],
    ['a column of the server', `insert into deals (name, id) values ('w', 'x')`, 400, 'SQL_ERROR'],
    ['a column twice', `insert into deals (name, name) values ('w', 'x')`, 400, 'SQL_ERROR'],
    ['too few values', `insert into deals (name, size) values ('w')`, 400, 'SQL_ERROR'],
    ['too many values', `insert into deals (name) values ('w', 1)`, 400, 'SQL_ERROR'],
    ['default values', `insert into deals default values`, 400, 'SQL_ERROR'],
    ['a default', `insert into deals (name, size) values ('w', default)`, 403, 'FORBIDDEN'],
    [
      'on conflict',
      `insert into deals (name) values ('a') on conflict do nothing`,
      403,
      'FORBIDDEN',
    ],
    ['an unknown type', `insert into nothing (name) values ('a')`, 400, 'SQL_ERROR'],
    ['a table of the house', `insert into users (email) values ('a@b.c')`, 403, 'FORBIDDEN'],
    ['a schema', `insert into app.objects (name) values ('a')`, 403, 'FORBIDDEN'],
    [
      'more than 1,000 rows',
      `insert into deals (name) select 'n' || n from generate_series(1, 1001) n`,
      400,
      'SQL_ERROR',
    ],
    [
      'a write in WITH',
      `with x as (delete from deals returning id) insert into deals (name) select id from x`,
      403,
      'FORBIDDEN',
    ],
    [
      'a write in a write',
      `insert into deals (name) select name from (update deals set size = 1 returning name) x`,
      400,
      'SQL_ERROR',
    ],
    [
      'an expression in returning',
      `insert into deals (name) values ('w') returning upper(name)`,
      403,
      'FORBIDDEN',
    ],
  ])('refuses %s, and changes nothing', async (_, sql, status, code) => {
    const before = await rows('select count(*) as n from deals');
    const { status: got, body } = await write(sql);
    expect([got, body.error?.code, body.error?.message]).toEqual([
      status,
      code,
      expect.any(String),
    ]);
    expect(await rows('select count(*) as n from deals')).toEqual(before);
  });

  it('makes 1,000 at once', async () => {
    const { body } = await write(
      `insert into deals (name, size) select 'many ' || n, n from generate_series(1, $1) n`,
      [1000],
    );
    expect(body.data).toMatchObject({ row_count: 1000, rows: [], columns: [] });
    expect((await write(`delete from deals where name like 'many %'`)).body.data.row_count).toBe(
      1000,
    );
  });
});

describe('update', () => {
  beforeAll(async () => {
    await write(`insert into deals (name, size, price, price_currency) values
      ('u1', 1, 10, 'EUR'), ('u2', 2, 20, 'USD'), ('u3', null, null, null)`);
  });

  it('counts on what is there, keeps versions, and answers what it left', async () => {
    const { body } = await write(
      `update deals as d set size = d.size + v.more, seen = now()
       from (values ('u1', 10), ('u2', 20)) as v (name, more)
       where d.name = v.name and d.size is distinct from 0 returning d.name, size, version`,
    );
    expect(body.error).toBeUndefined();
    const sorted = body.data.rows.toSorted((a: { name: string }, b: { name: string }) =>
      a.name < b.name ? -1 : 1,
    );
    expect(sorted).toEqual([
      { name: 'u1', size: 11, version: 2 },
      { name: 'u2', size: 22, version: 2 },
    ]);
    const [{ id }] = await rows(`select id from deals where name = 'u1'`);
    const versions = await api.get(`/v1/objects/deals/${id}/versions`);
    expect(JSON.stringify(versions.body.data)).toContain('"size":1');
  });

  it('keeps the other half of an amount, and removes what is set to null', async () => {
    await write(`update deals set price = price * 2 where name like 'u%'`);
    await write(`update deals set price_currency = 'GBP', size = null where name = 'u2'`);
    expect(
      await rows(
        `select name, price, price_currency, size from deals where name like 'u%' order by name`,
      ),
    ).toEqual([
      { name: 'u1', price: 20, price_currency: 'EUR', size: 11 },
      { name: 'u2', price: 40, price_currency: 'GBP', size: null },
      { name: 'u3', price: null, price_currency: null, size: null },
    ]);
  });

  it('reads IS DISTINCT FROM in what it sets, comments, and names in quotes', async () => {
    const { body } = await write(
      `update "deals" "from" /* from where */ set won = "from".size is distinct from 11, -- where
         tags = '["where", "from"]' where "from".name = 'u1' returning won;`,
    );
    expect([body.error, body.data.rows]).toEqual([undefined, [{ won: false }]]);
  });

  it('shows the place of an error in the text that was sent', async () => {
    const sql = `update deals set size = 1 where nome = 'é' returning id`;
    const { status, body } = await write(sql);
    expect([status, body.error.code, body.error.details.position]).toEqual([
      400,
      'SQL_ERROR',
      sql.indexOf('nome') + 1,
    ]);
    const late = `update deals set name = 'é', size = siz + 1`;
    expect((await write(late)).body.error.details.position).toBe(late.indexOf('siz +') + 1);
  });

  it('does nothing where nothing matches', async () => {
    const { status, body } = await write(`update deals set size = 1 where false`);
    expect([status, body.data.row_count]).toEqual([200, 0]);
  });

  it('loses no change of updates at once', async () => {
    await write(`insert into deals (name, size) values ('counter', 0)`);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        write(`update deals set size = size + 1 where name = 'counter'`),
      ),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    for (const { status, body } of answers)
      expect(status === 200 || body.error.code === 'VERSION_CONFLICT').toBe(true);
    expect(done).toBeGreaterThan(0);
    expect(await rows(`select size from deals where name = 'counter'`)).toEqual([{ size: done }]);
  });

  it.each([
    [`update deals set (size, won) = (1, true)`, 403],
    [`update deals set tags[1] = 'x'`, 403],
    [`update deals set version = 9`, 400],
    [`update deals set size = default`, 403],
    [`update deals set size = (select pg_sleep(1)::text)`, 403],
    [`update app.objects set properties = '{}'`, 403],
    [`update files set filename = 'x'`, 403],
    [`update deals set size = 1 where current of c`, 400],
  ])('refuses %s', async (sql, status) => {
    expect((await write(sql)).status).toBe(status);
  });
});

describe('delete', () => {
  it('moves to the trash, and answers what was there', async () => {
    await write(`insert into deals (name, size) values ('d1', 1), ('d2', 2), ('d3', 3)`);
    const { body } = await write(
      `delete from deals d using (values ('d1'), ('d2')) v (name) where d.name = v.name returning *`,
    );
    expect(body.data).toMatchObject({ command: 'delete', row_count: 2 });
    expect(body.data.rows.map((row: { name: string }) => row.name).sort()).toEqual(['d1', 'd2']);
    expect(await rows(`select name from deals where name like 'd_'`)).toEqual([{ name: 'd3' }]);
    const { id } = body.data.rows[0];
    expect(
      (await api.get(`/v1/objects/deals/${id}?include_deleted=true`)).body.data.is_deleted,
    ).toBe(true);
    expect((await api.post(`/v1/objects/deals/${id}/restore`)).status).toBe(200);
  });
});

describe('safety', () => {
  it('tries a change and leaves nothing', async () => {
    const before = await rows('select count(*) as n from deals');
    const tried = await write(`insert into deals (name) values ('tried') returning name`, [], {
      dry_run: true,
    });
    expect([tried.status, tried.body.dry_run, tried.body.data.rows]).toEqual([
      200,
      true,
      [{ name: 'tried' }],
    ]);
    expect(await rows('select count(*) as n from deals')).toEqual(before);
  });

  it('needs allow_write, and the scope write', async () => {
    const sql = `insert into deals (name) values ('never')`;
    expect((await api.post('/v1/sql', { sql })).body.error.code).toBe('FORBIDDEN');
    const by = await api.withKey(['read', 'sql']);
    const refused = await write(sql, [], {}, by);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await rows(`select id from deals where name = 'never'`)).toEqual([]);
  });

  it('does not touch the objects of others', async () => {
    const other = await deals();
    await write(`insert into deals (name) values ('theirs')`, [], {}, other);
    await write(`update deals set size = 77`, []);
    await write(`delete from deals where name = 'theirs'`);
    const { body } = await other.post('/v1/sql', { sql: 'select name, size from deals' });
    expect(body.data.rows).toEqual([{ name: 'theirs', size: null }]);
  });

  it('makes a repeated request with one Idempotency-Key once', async () => {
    const send = () =>
      api.post(
        '/v1/sql',
        { sql: `insert into deals (name) values ('once') returning id`, allow_write: true },
        { 'idempotency-key': 'sql-once' },
      );
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.data.rows).toEqual(first.body.data.rows);
  });

  it('stands in the journal, with a receipt that can be undone', async () => {
    const done = await write(`insert into deals (name) values ('undone')`);
    const tx = done.headers.get('x-tx-id');
    const { body } = await api.get('/v1/audit-logs?action=sql.executed&limit=1');
    expect(body.data.logs[0].changes.after).toMatchObject({ row_count: 1, error: null });
    expect((await api.post(`/v1/transactions/${tx}/undo`)).status).toBe(200);
    expect(await rows(`select id from deals where name = 'undone'`)).toEqual([]);
  });
});
