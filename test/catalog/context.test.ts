import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { become, outcome, seedTenants } from '../support/become.ts';
import { appTables, type Table } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let tenantTables: Table[];
beforeAll(async () => {
  database = await createTestDatabase();
  await seedTenants(database.db);
  tenantTables = (await appTables(database.db)).filter((table) => table.hasTenant);
});
afterAll(() => database.drop());

const undefinedObject = '42704';

/** Which tenants' rows a connection sees in a table; `denied` where it may not look, `no tenant` where it has to have one. */
async function visible(client: pg.Client, table: string): Promise<string> {
  try {
    const { rows } = await client.query(
      `select coalesce(string_agg(distinct tenant_id, ',' order by tenant_id), '') as seen from app.${table}`,
    );
    return rows[0].seen;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (code === undefinedObject && message.includes('app.tenant_id')) return 'no tenant';
    return code === '42501' ? 'denied' : String(error);
  }
}

describe('the seed of the isolation tests', () => {
  it('has rows of two tenants in every table', async () => {
    for (const { name, isPartition } of tenantTables) {
      const { rows } = await database.db.query(
        `select count(distinct tenant_id)::int as tenants from app.${name}`,
      );
      if (!isPartition) expect([name, rows[0].tenants]).toEqual([name, 2]);
    }
  });
});

describe.each(['insula_tenant', 'insula_worker', 'insula_platform'] as const)('%s', (role) => {
  /** The platform lists tenants and keeps their slugs: these, and who has an email, it sees whole. */
  const isOpen = (name: string) =>
    role === 'insula_platform' && ['tenants', 'tenant_slugs', 'email_tenants'].includes(name);

  /** The operator's notes are visible to the tenant in no context. */
  const isKept = (name: string) =>
    role === 'insula_tenant' && ['ticket_notes', 'diffs', 'diff_changes'].includes(name);

  it('without a context sees no row of any table, and is told why', async () => {
    const client = await become(database, role);
    for (const { name, isPartition } of tenantTables) {
      // No policy lets it see these at all.
      const isClosed = isPartition || name === 'tenant_slugs';
      if (!isOpen(name))
        expect([name, await visible(client, name)]).toEqual([name, isClosed ? '' : 'no tenant']);
    }
    await client.end();
  });

  it.each([
    ['with an empty context', ''],
    ['with a tenant that does not exist', 'ten_c'],
    ['with a pattern in place of a tenant', '%'],
  ])('%s sees no row of any table', async (_, tenant) => {
    const client = await become(database, role, tenant);
    for (const { name } of tenantTables)
      if (!isOpen(name))
        expect([name, await visible(client, name)]).toEqual([name, isKept(name) ? 'denied' : '']);
    await client.end();
  });

  it('in a tenant’s context sees only that tenant’s rows', async () => {
    const client = await become(database, role, 'ten_a');
    for (const { name, isPartition } of tenantTables) {
      const shown = isPartition || name === 'tenant_slugs' ? '' : 'ten_a';
      const own = isKept(name) ? 'denied' : shown;
      if (!isOpen(name)) expect([name, await visible(client, name)]).toEqual([name, own]);
    }
    await client.end();
  });

  if (role === 'insula_tenant')
    it('reads the search words of no other tenant', async () => {
      const client = await become(database, role, 'ten_a');
      const { rows } = await client.query(
        `select t, (app.search_ids('ten_' || t, 'ot_' || t, 'x', 10, is_ranked)).ids
         from unnest('{a,b}'::text[]) t, unnest('{t,f}'::boolean[]) is_ranked order by 1, 2`,
      );
      expect(rows).toEqual([
        { t: 'a', ids: ['obj_a'] },
        { t: 'a', ids: ['obj_a'] },
        { t: 'b', ids: null },
        { t: 'b', ids: null },
      ]);
      await client.end();
    });

  if (role === 'insula_tenant')
    it('reads the words of no other tenant’s vectors', async () => {
      const client = await become(database, role, 'ten_a');
      const { rows } = await client.query(
        `select t, app.vector_words_ids('ten_' || t, 'rows of ' || t, t::tsquery, 10) as ids from unnest('{a,b}'::text[]) t`,
      );
      expect(rows).toEqual([
        { t: 'a', ids: ['a'] },
        { t: 'b', ids: [] },
      ]);
      await client.end();
    });

  it('cannot write a row of another tenant, or give one away', async () => {
    const client = await become(database, role, 'ten_a');
    const insert = (tenant: string) =>
      `insert into app.object_types (tenant_id, id, name) values ('${tenant}', 'ot_x', 'x')`;
    expect(await outcome(client, insert('ten_b'))).toBe('42501');
    expect(
      await outcome(client, `update app.object_types set tenant_id = 'ten_b' where id = 'ot_a'`),
    ).toBe('42501');
    const { rowCount } = await client.query(
      `update app.objects set version = 9 where id = 'obj_b'`,
    );
    const { rowCount: removed } = await client.query(`delete from app.objects where id = 'obj_b'`);
    expect([rowCount, removed]).toEqual([0, 0]);
    await client.end();
  });
});

describe('a statement reveals nothing of another tenant’s rows', () => {
  const list = (id: string) =>
    `insert into app.properties (tenant_id, object_type_id, id, name, data_type)
     values ('ten_a', '${id}', 'prop_new', 'n', 'string')`;

  it.each([
    ['a reference', list('ot_b'), list('ot_none')],
    [
      'a key that is taken',
      `insert into app.object_types (tenant_id, id, name) values ('ten_b', 'ot_b', 'x')`,
      `insert into app.object_types (tenant_id, id, name) values ('ten_b', 'ot_none', 'x')`,
    ],
    [
      'a key that is taken, with on conflict',
      `insert into app.object_types (tenant_id, id, name) values ('ten_b', 'ot_b', 'x')
       on conflict (tenant_id, id) do update set name = 'y'`,
      `insert into app.object_types (tenant_id, id, name) values ('ten_b', 'ot_none', 'x')
       on conflict (tenant_id, id) do update set name = 'y'`,
    ],
    [
      'a filter that fails on a value',
      `select id from app.object_index where (text_value || number_value)::int = object_id::int and tenant_id = 'ten_b'`,
      `select id from app.object_index where (text_value || number_value)::int = object_id::int and tenant_id = 'ten_none'`,
    ],
  ])('by %s', async (_, real, absent) => {
    const client = await become(database, 'insula_tenant', 'ten_a');
    const message = async (statement: string) => {
      try {
        return (await client.query(statement)).rowCount;
      } catch (error) {
        const { code, message: text } = error as pg.DatabaseError;
        return `${code} ${text}`;
      }
    };
    expect(await message(real)).toEqual(await message(absent));
    await client.end();
  });

  it('by a name, an id or a slug that both tenants have', async () => {
    const client = await become(database, 'insula_tenant', 'ten_a');
    expect(
      await outcome(
        client,
        `insert into app.object_types (tenant_id, id, name) values ('ten_a', 'ot_b', 'same-as-b')`,
      ),
    ).toBe('ok');
    await client.end();
  });
});
