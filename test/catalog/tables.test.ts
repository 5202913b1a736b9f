import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appTables, column, ownSchemas, type Table } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let tables: Table[];
beforeAll(async () => {
  database = await createTestDatabase();
  tables = await appTables(database.db);
});
afterAll(() => database.drop());

/** Tables of no tenant. A new one has to be argued for here. */
const globalTables = [
  'announcements',
  'backup_schedules',
  'backups',
  'book_records',
  'call_days',
  'drills',
  'encryption_keys',
  'erasures',
  'feature_flags',
  'figures',
  'installation_settings',
  'key_holders',
  'meter_writers',
  'migrations',
  'plans',
  'platform_audits',
  'platform_keys',
  'restores',
  'routes',
  'shards',
  'signing_keys',
  'ticket_numbers',
  'worker_processes',
  'worker_rounds',
  'workers',
];
/** Found without knowing the tenant: something else comes first in their keys. */
const directories = ['email_tenants', 'tenant_addresses', 'tenant_hosts', 'tenant_slugs'];
const ofLogin = '(tenant_id = substr((SESSION_USER)::text, 8))';
const readByLogins = [
  'associations',
  'files',
  'journal',
  'object_index',
  'object_types',
  'objects',
  'users',
];
const ownRows = `(tenant_id = current_setting('app.tenant_id'::text))`;

describe('every table of app', () => {
  it('belongs to a tenant, except the few global ones', () => {
    const withoutTenant = tables.filter((table) => !table.hasTenant).map((table) => table.name);
    expect(withoutTenant).toEqual(globalTables);
    expect(tables.length).toBeGreaterThan(12);
  });

  it('has row-level security when it has a tenant, partitions included', async () => {
    const open = await column(
      database.db,
      `select relname from pg_class where oid = any ($1) and not relrowsecurity`,
      [tables.filter((table) => table.hasTenant).map((table) => table.oid)],
    );
    expect(open).toEqual([]);
  });

  it('has the one policy that shows a tenant its own rows, and none that widens it', async () => {
    const policies = await column(
      database.db,
      `select concat_ws(' | ', tablename, policyname, lower(permissive), cmd,
         (select string_agg(r, ',' order by r) from unnest(roles) r), qual, with_check)
       from pg_policies where schemaname = 'app'`,
    );
    const everybody = 'insula_platform,insula_tenant,insula_worker';
    const expected = tables
      .filter(
        ({ name, hasTenant, isPartition }) => hasTenant && !isPartition && name !== 'tenant_slugs',
      )
      .map(
        ({ name }) =>
          `${name} | a tenant sees its own rows | permissive | ALL | ${everybody} | ${ownRows} | ${ownRows}`,
      );
    // The tables that tenants' SQL reads, by the name of their login: POST /v1/sql.
    for (const table of readByLogins)
      expected.push(
        `${table} | a tenant's own login reads its own rows | permissive | SELECT | insula_sql | ${ofLogin}`,
      );
    expected.push(
      'tenants | the platform sees every tenant | permissive | SELECT | insula_platform | true',
      'email_tenants | the platform reads the directory | permissive | SELECT | insula_platform | true',
      'tenant_slugs | the platform keeps the directory | permissive | ALL | insula_platform | true | true',
    );
    expect(policies.toSorted()).toEqual(expected.toSorted());
  });

  it('has a tenant_id of type text in collation "C", through which a planner sees', async () => {
    const others = await column(
      database.db,
      `select a.attrelid::regclass::text from pg_attribute a
       where a.attrelid = any ($1) and a.attname = 'tenant_id'
         and (a.atttypid <> 'text'::regtype or a.attcollation <> '"C"'::regcollation)`,
      [tables.filter((table) => table.hasTenant).map((table) => table.oid)],
    );
    expect(others).toEqual([]);
  });

  it('has tenant_id first in every key, unique constraint and index', async () => {
    const others = await column(
      database.db,
      `select i.indexrelid::regclass::text from pg_index i
         left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = any ($1) and a.attname is distinct from 'tenant_id'`,
      [
        tables
          .filter((table) => table.hasTenant && !directories.includes(table.name))
          .map((table) => table.oid),
      ],
    );
    // The operator looks for tenants, and at their comparisons, errors, subscriptions, tickets and usage, across all of them; the
    // worker for erasures of users, which are few.
    expect(others.toSorted()).toEqual([
      'app.dead_letters_of_all_id',
      'app.diffs_of_all_id',
      'app.error_groups_of_all',
      'app.sessions_impersonating',
      'app.subscriptions_status',
      'app.tenants_expire',
      'app.tenants_outbound_at',
      'app.tenants_plan',
      'app.tenants_sandboxes',
      'app.tenants_status',
      'app.tenants_text',
      'app.tenants_updated',
      'app.tickets_of_all',
      'app.tickets_of_all_assignee',
      'app.tickets_of_all_id',
      'app.tickets_of_all_priority',
      'app.tickets_of_all_status',
      'app.usage_months_month',
      'app.user_erasures_due',
      'app.user_erasures_unnoted',
    ]);
  });

  it('is planned for as if one tenant owned much of it', async () => {
    const rest = await column(database.db, 'select app.statistics_ensure()');
    const unset = await column(
      database.db,
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.oid = any ($1) and c.relkind = 'r' and a.attoptions is distinct from '{n_distinct=1}'`,
      [tables.map((table) => table.oid)],
    );
    expect([rest, unset]).toEqual([[0], ['tenant_slugs']]);
  });

  it('has a primary key and a comment', async () => {
    const oids = tables.filter((table) => !table.isPartition).map((table) => table.oid);
    expect(
      await column(
        database.db,
        `select relname from pg_class c where c.oid = any ($1) and (obj_description(c.oid) is null
           or not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary))`,
        [oids],
      ),
    ).toEqual([]);
  });
});

describe('every foreign key', () => {
  it('carries tenant_id first on both sides, and never sets columns to null or a default', async () => {
    const { rows } = await database.db.query(`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to",
        (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as "fromKey",
        (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as "toKey",
        confdeltype in ('n', 'd') or confupdtype in ('n', 'd') as sets
      from pg_constraint where contype = 'f' and connamespace = 'app'::regnamespace`);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows)
      expect(row).toMatchObject({ fromKey: 'tenant_id', toKey: 'tenant_id', sets: false });
  });
});

describe('the schema has no hidden effects:', () => {
  it.each([
    [
      'triggers',
      `select tgname from pg_trigger t join pg_class c on c.oid = tgrelid
       where not tgisinternal and relnamespace = any ($1::regnamespace[])`,
    ],
    ['event triggers', `select evtname from pg_event_trigger where $1::text[] is not null`],
    [
      'rules',
      `select rulename from pg_rewrite r join pg_class c on c.oid = ev_class
       where relnamespace = any ($1::regnamespace[]) and rulename <> '_RETURN'`,
    ],
    [
      'identity columns',
      `select attname from pg_attribute a join pg_class c on c.oid = attrelid
       where attidentity <> '' and relnamespace = any ($1::regnamespace[])`,
    ],
    [
      'sequences',
      `select relname from pg_class
       where relkind = 'S' and relnamespace = any ($1::regnamespace[])`,
    ],
    [
      'views that run as their owner',
      `select relname from pg_class
       where relkind in ('v', 'm') and relnamespace = any ($1::regnamespace[])
         and (relkind = 'm' or not coalesce(reloptions @> '{security_invoker=true}', false))`,
    ],
  ])('no %s', async (_, query) => {
    expect(await column(database.db, query, [ownSchemas])).toEqual([]);
  });
});
