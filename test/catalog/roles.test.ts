import { readFile } from 'node:fs/promises';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { ensureRolesAt } from '../../src/db/roles.ts';
import { become, outcome, seedTenants } from '../support/become.ts';
import { appTables, column, runtimeRoles, type Table } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';

const denied = '42501';
const roles = ['insula_api', 'insula_tenant', 'insula_platform', 'insula_worker'] as const;

let database: TestDatabase;
let tables: Table[];
beforeAll(async () => {
  database = await createTestDatabase();
  await seedTenants(database.db);
  tables = await appTables(database.db);
});
afterAll(() => database.drop());

describe('the database roles', () => {
  it('are not superusers, cannot bypass row-level security, and create nothing in the cluster', async () => {
    expect(
      await column(
        database.db,
        `select rolname from pg_roles where rolname = any ($1)
           and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)`,
        [[...runtimeRoles, 'insula_owner']],
      ),
    ).toEqual([]);
  });

  it('may all log in and connect, because the nodes of a cluster connect to each other as each of them', async () => {
    const every = [...runtimeRoles, 'insula_owner'];
    expect(
      await column(
        database.db,
        `select rolname from pg_roles where rolname = any ($1)
           and (not rolcanlogin or not has_database_privilege(rolname, current_database(), 'connect'))`,
        [every],
      ),
    ).toEqual([]);
  });

  it('cannot be logged in as without a password: only the API and the worker have one', async () => {
    for (const role of ['insula_owner', 'insula_tenant', 'insula_platform']) {
      const address = new URL(database.apiUrl);
      address.username = role;
      const client = new pg.Client({ connectionString: address.href });
      await expect(client.connect()).rejects.toThrow('password authentication failed');
      await client.end();
    }
  });

  it('are left as they are by another migration, which on a cluster may not change roles of other databases', async () => {
    const file = new URL('../../migrations/roles.sql', import.meta.url);
    // As someone who may change no role at all.
    await expect(database.db.query(await readFile(file, 'utf8'))).resolves.toBeDefined();
  });

  it('bring the settings of requests along, whichever node they connect to', async () => {
    const settingsOf = async (role: (typeof roles)[number]) => {
      const { rows } = await database.db.query(
        `select c from pg_db_role_setting s cross join unnest(s.setconfig) c
         where s.setrole = $1::regrole
           and s.setdatabase = (select oid from pg_database where datname = current_database()) order by c`,
        [role],
      );
      return rows.map(({ c }) => c);
    };
    const ofRequests = [
      'enable_hashjoin=off',
      'enable_material=off',
      'enable_memoize=off',
      'enable_mergejoin=off',
      'enable_seqscan=off',
      'jit=off',
      'plan_cache_mode=force_generic_plan',
      'search_path=""',
      'TimeZone=UTC',
    ];
    for (const role of ['insula_api', 'insula_tenant', 'insula_platform'] as const)
      expect([role, (await settingsOf(role)).toSorted()]).toEqual([role, ofRequests.toSorted()]);
    expect((await settingsOf('insula_worker')).toSorted()).toEqual(['TimeZone=UTC', 'jit=off']);
    // Settings that are right are not changed again: every start runs the file.
    const versions = `select s.setrole, s.xmin from pg_db_role_setting s
      where s.setdatabase = (select oid from pg_database where datname = current_database()) order by 1`;
    const before = await database.db.query(versions);
    await ensureRolesAt(database.url, testKey(), pino({ level: 'silent' }));
    const after = await database.db.query(versions);
    expect(after.rows).toEqual(before.rows);
  });

  it('plan each execution by itself where the database is a cluster’s: a generic plan takes a call from its node', async () => {
    const file = await readFile(new URL('../../migrations/roles.sql', import.meta.url), 'utf8');
    // As if an extension that is there were Citus, and a setting that is there one of its own.
    expect(file).toContain(`'citus.max_adaptive_executor_pool_size'`);
    const sql = file
      .replaceAll(`extname = 'citus'`, `extname = 'plpgsql'`)
      .replaceAll('citus.max_adaptive_executor_pool_size', 'extra_float_digits');
    const { rows } = await withClient(database.url, 'test', async (client) => {
      await client.query('begin');
      await client.query(sql);
      const set = await client.query(
        `select s.setrole::regrole::text as role, c as setting
         from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase cross join unnest(s.setconfig) c
         where d.datname = current_database() and c ~ '^(plan_cache_mode|lock_timeout|extra_float_digits)=' order by 1, 2`,
      );
      await client.query('rollback');
      return set;
    });
    const alone = 'extra_float_digits=1';
    const custom = 'plan_cache_mode=force_custom_plan';
    expect(rows).toEqual([
      ...['insula_api', 'insula_platform', 'insula_tenant'].flatMap((role) => [
        { role, setting: alone },
        { role, setting: 'lock_timeout=2s' },
        { role, setting: custom },
      ]),
      { role: 'insula_worker', setting: alone },
      { role: 'insula_worker', setting: custom },
    ]);
  });

  it('can only become the roles that the design allows', async () => {
    const { rows } = await database.db.query(
      `select a as role, b as other from unnest($1::text[]) a, unnest($1::text[] || '{insula_owner}') b
       where a <> b and pg_has_role(a, b, 'set') order by 1, 2`,
      [runtimeRoles],
    );
    expect(rows).toEqual([
      { role: 'insula_api', other: 'insula_platform' },
      { role: 'insula_api', other: 'insula_tenant' },
      { role: 'insula_worker', other: 'insula_tenant' },
    ]);
  });

  it('own nothing', async () => {
    expect(
      await column(
        database.db,
        `select relname from pg_class where relowner = any ($1::regrole[])
         union all select proname from pg_proc where proowner = any ($1::regrole[])
         union all select nspname from pg_namespace where nspowner = any ($1::regrole[])`,
        [runtimeRoles],
      ),
    ).toEqual([]);
  });

  it('create nothing, not even temporary tables, which could shadow real ones', async () => {
    for (const role of roles) {
      const client = await become(database, role);
      for (const statement of [
        'create temporary table objects (a int)',
        'create table app.mine (a int)',
        'create table public.mine (a int)',
        'create schema mine',
        `create function app.mine() returns int language sql as 'select 1'`,
        'alter table app.objects disable row level security',
        'drop policy "a tenant sees its own rows" on app.objects',
        'set session authorization insula_owner',
      ])
        expect([statement, await outcome(client, statement)]).toEqual([statement, denied]);
      await client.end();
    }
  });
});

describe('insula_api', () => {
  it('has no right on any table or column', async () => {
    expect(
      await column(
        database.db,
        `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = relnamespace
         where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and nspname !~ '^(pg_|information_schema)'
           and has_schema_privilege('insula_api', n.oid, 'usage')
           and (has_table_privilege('insula_api', c.oid, 'select, insert, update, delete, truncate, references, trigger')
             or has_any_column_privilege('insula_api', c.oid, 'select, insert, update, references'))`,
      ),
    ).toEqual([]);
  });

  it('reaches tables and operations only through the gateway', async () => {
    const client = await become(database, 'insula_api', 'ten_a');
    for (const statement of [
      'select * from app.objects',
      `select api.object_type_list('ten_a', '{}')`,
      `select platform.tenant_list('{}')`,
      `select gateway.dispatch('object_type_list', 'ten_a', '{}')`,
      `select app.journal_partitions_ensure(1)`,
    ])
      expect([statement, await outcome(client, statement)]).toEqual([statement, denied]);
    const guess = { handle: 'a'.repeat(12), hash: '00'.repeat(32), scope: 'read' };
    expect(
      await outcome(client, `select gateway.call('ten_a', $1, 'object_type_list', '{}')`, [guess]),
    ).toBe('PT401');
    await client.end();
  });
});

describe('the journal table', () => {
  it.each(roles)('is append-only to %s, in each partition', async (role) => {
    const client = await become(database, role, 'ten_a');
    const journals = tables.filter((table) => /^journal(_default|_\d|$)/.test(table.name));
    expect(journals.length).toBeGreaterThan(3);
    for (const { name } of journals)
      for (const statement of [
        `update app.${name} set type = 'forged' where tenant_id = 'ten_a'`,
        `delete from app.${name} where tenant_id = 'ten_a'`,
        `truncate app.${name}`,
        `alter table app.${name} rename to gone`,
        `drop table app.${name}`,
      ])
        expect([statement, await outcome(client, statement)]).toEqual([statement, denied]);
    await client.end();
    const forged = await column(database.db, `select id from app.journal where type = 'forged'`);
    expect(forged).toEqual([]);
  });
});

describe('the table of posted lines', () => {
  it.each(roles)(
    'is never changed, and only the worker removes those of deleted tenants: %s',
    async (role) => {
      const client = await become(database, role, 'ten_a');
      const may = ['insula_tenant', 'insula_platform', 'insula_worker'];
      for (const [statement, allowed] of [
        [
          `insert into app.ledger_lines values ('ten_a', 'je_${role}', 1, 'acc_1', '2026-01-01', 1, 'EUR', 1, 1)`,
          may,
        ],
        [`update app.ledger_lines set amount = 2 where tenant_id = 'ten_a'`, []],
        [`delete from app.ledger_lines where tenant_id = 'ten_a'`, ['insula_worker']],
        ['truncate app.ledger_lines', []],
      ] as const)
        expect([statement, await outcome(client, statement)]).toEqual([
          statement,
          (allowed as readonly string[]).includes(role) ? 'ok' : denied,
        ]);
      await client.end();
    },
  );
});

describe('the table of journal seals', () => {
  it.each(roles)('is created only by the worker, not changed or removed by %s', async (role) => {
    const client = await become(database, role, 'ten_a');
    for (const [statement, expected] of [
      [`insert into app.journal_seals values ('ten_a', '9', 'evt_9', '')`, 'insula_worker'],
      [`insert into app.journal_seals values ('ten_b', '9', 'evt_9', '')`, ''],
      [`update app.journal_seals set hash = '' where tenant_id = 'ten_a'`, ''],
      [`delete from app.journal_seals where tenant_id = 'ten_a'`, ''],
      ['truncate app.journal_seals', ''],
    ] as const)
      expect([statement, await outcome(client, statement)]).toEqual([
        statement,
        expected === role ? 'ok' : denied,
      ]);
    await client.end();
  });
});

describe('no runtime role', () => {
  it('may truncate a table, reference it or add a trigger to it', async () => {
    const { rows } = await database.db.query(
      `select role, c.relname from unnest($1::text[]) role, pg_class c
       where c.oid = any ($2) and has_table_privilege(role, c.oid, 'truncate, references, trigger, maintain')`,
      [runtimeRoles, tables.map((table) => table.oid)],
    );
    expect(rows).toEqual([]);
  });

  it('may insert some columns of a table and not others: on a cluster every column is named', async () => {
    const { rows } = await database.db.query(
      `select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
       cross join aclexplode(a.attacl) p
       where c.relnamespace = 'app'::regnamespace and p.privilege_type = 'INSERT'`,
    );
    expect(rows).toEqual([]);
  });

  it('may change tenants, plans, books, announcements or the directory of slugs, except the platform', async () => {
    const { rows } = await database.db.query(
      `select role, c.relname as table from unnest($1::text[]) role, pg_class c
       where c.oid = any ('{app.tenants,app.plans,app.book_records,app.announcements,app.tenant_slugs}'::regclass[])
         and has_table_privilege(role, c.oid, 'insert, update, delete') order by 1, 2`,
      [runtimeRoles],
    );
    const tables = ['announcements', 'book_records', 'plans', 'tenants'];
    expect(rows).toEqual(tables.map((table) => ({ role: 'insula_platform', table })));
  });
});
