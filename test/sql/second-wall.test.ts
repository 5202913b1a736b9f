import pg from 'pg';
import { expect, it } from 'vitest';
import { tenantRole, tenantUrl } from '../../src/db/urls.ts';
import { testKey } from '../support/database.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
const marker = 'canary-91bd';

/** What a statement is, of those that the parser lets nobody send: the login alone has to withstand them. */
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

it('shows its own tenant alone, whatever is sent to it past the parser', async () => {
  for (const tenant of [api, other]) {
    await tenant.post('/v1/object-types', { name: 'contacts' });
    await tenant.post('/v1/sql', { sql: 'select 1' });
  }
  const kept = await other.post('/v1/objects/contacts', { properties: { name: marker } });
  const client = new pg.Client({
    connectionString: tenantUrl(
      server.pool.options.connectionString as string,
      api.tenant.id,
      testKey(),
    ),
  });
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
