import pg from 'pg';
import { expect, it } from 'vitest';
import { tenantRole, tenantUrl } from '../../src/db/urls.ts';
import { addressAt } from '../support/at-tenant.ts';
import { testKey } from '../support/database.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
const marker = 'canary-91bd';

/** The address of the database as the login of the tenant. */
const loginUrl = async () => {
  const url = server.pool.options.connectionString as string;
  return tenantUrl(await addressAt(server.db, api.tenant.id, url), api.tenant.id, testKey());
};

/** Statements that the parser refuses: the login has to withstand them without it. */
const reads = [
  'select * from app.objects',
  `select table_to_xml('app.objects', true, true, '')`,
  'select max(o::text) from app.objects o',
  'select * from app.object_types',
  'explain analyze select * from app.objects',
  'copy app.objects to stdout',
  'select properties from app.objects',
  'select * from app.object_index',
  'select * from app.associations',
  `with s as materialized (select set_config('app.tenant_id', $tenant$, true) x)
   select o.* from s, lateral (select * from app.objects where s.x is not null) o`,
  `select set_config('role', 'insula_owner', true), query_to_xml('select * from app.objects', true, true, '')`,
  `select * from app.objects where (properties->>'name')::int > 0`,
  'select email from app.users',
  'select password_hash from app.users',
  'select * from app.api_keys',
  'select * from app.sessions',
  'select storage_key from app.files',
  'select * from app.journal',
  'select after from app.journal',
  'set role insula_owner',
  'set session authorization insula_owner',
  `select gateway.call('a', '{}', 'b', '{}')`,
  `select logins.ensure('ten_00000000000000000000000000000000', 'x')`,
  `select app.filter_holds(null, o) from app.objects o`,
  `set default_transaction_read_only = off`,
  `insert into app.objects select * from app.objects`,
  `delete from app.objects`,
  `create table public.mine (a int)`,
  `create temporary table mine (a int)`,
];

/** Functions that do more than compute, by what a login gets of them. */
const effects = [
  `select set_config('app.tenant_id', 'x', false)`,
  'select pg_sleep(1)',
  `select pg_sleep_for('1 s')`,
  'select pg_advisory_lock(1)',
  'select pg_try_advisory_xact_lock(1, 2)',
  `select pg_notify('insula', 'x')`,
  'select lo_create(0)',
  `select lo_from_bytea(0, 'x')`,
  `select query_to_xml('select 1', true, true, '')`,
  `select table_to_xml('app.objects', true, true, '')`,
  `select database_to_xml(true, true, '')`,
  `select * from ts_stat('select to_tsvector(''a'')')`,
  `select pg_logical_emit_message(false, 'a', 'b')`,
  'select pg_export_snapshot()',
  'select pg_terminate_backend(pg_backend_pid())',
  'select pg_current_xact_id()',
];

/** Volatile, and left to everyone: they tell something or need a right of their own. A new one is looked at before it is added. */
const harmless = new RegExp(
  `^(${[
    'clock_timestamp|timeofday|random|random_normal|gen_random_uuid|uuidv4|uuidv7|array_sample|array_shuffle',
    'current_query|currtid2|amvalidate|plpgsql_.*|binary_upgrade_.*|txid_status',
    // Need a right on what they are about, or one of superusers.
    'brin_.*|gin_.*|pg_(clear|restore)_.*_stats|pg_(copy|create|drop)_.*_slot|pg_(logical|replication)_slot_.*',
    'pg_sync_replication_slots|pg_import_system_collations|pg_nextoid|pg_stop_making_pinned_objects|pg_extension_config_dump',
    // Tell of the server, and of no row.
    'pg_(available|blocking|safe_snapshot|isolation|is|get|last|stat|control|current_wal|database|wal|partition|xact)_.*',
    'pg_(table|indexes|relation|total_relation|tablespace)_size|pg_collation_actual_version|pg_jit_available|pg_lock_status',
    'pg_notification_queue_usage|pg_prepared_xact|pg_sequence_last_value',
  ].join('|')})$`,
);

it('runs no function that does more than compute', async () => {
  await api.post('/v1/sql', { sql: 'select 1' });
  const client = new pg.Client({ connectionString: await loginUrl() });
  await client.connect();
  try {
    for (const sql of effects) {
      const code = await client.query(sql).then(
        () => 'done',
        (error: pg.DatabaseError) => error.code,
      );
      expect([sql, code]).toEqual([sql, '42501']);
    }
    const { rows } = await client.query(
      `select distinct proname from pg_proc
       where pronamespace = 'pg_catalog'::regnamespace and provolatile = 'v' and has_function_privilege(oid, 'execute')
         and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
         and not 'internal'::regtype = any (proargtypes)`,
    );
    const names: string[] = rows.map(({ proname }) => proname);
    expect(names.filter((name) => !harmless.test(name))).toEqual([]);
  } finally {
    await client.end();
  }
});

it('shows only its own tenant, whatever is sent to it past the parser', async () => {
  for (const tenant of [api, other]) {
    await tenant.post('/v1/object-types', { name: 'contacts' });
    await tenant.post('/v1/sql', { sql: 'select 1' });
  }
  const kept = await other.post('/v1/objects/contacts', { properties: { name: marker } });
  const client = new pg.Client({ connectionString: await loginUrl() });
  await client.connect();
  try {
    const { rows } = await client.query('select session_user::text as name');
    expect(rows).toEqual([{ name: tenantRole(api.tenant.id) }]);
    for (const sql of reads) {
      const text = sql.replace('$tenant$', `'${other.tenant.id}'`);
      const said = await client.query({ text, queryMode: 'extended' } as pg.QueryConfig).then(
        (result) => JSON.stringify(result.rows),
        (error: Error) => JSON.stringify({ ...error, message: error.message }),
      );
      expect([text, said.includes(marker)]).toEqual([text, false]);
    }
  } finally {
    await client.end();
  }
  const still = await other.get(`/v1/objects/contacts/${kept.body.data.id}`);
  expect(still.body.data.properties).toEqual({ name: marker });
});
