import { crc32 } from 'node:zlib';
import type pg from 'pg';

/** Prepares rows by SQL, as the owner: loading a million objects over HTTP is another benchmark. */

export const properties = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  amount: 12.5,
  city: 'London',
  active: true,
};

/** The reference's table, with as many rows as it is read from. */
export async function prepareReference(db: pg.Pool, rows: number): Promise<string[]> {
  await db.query(`
    create schema bench;
    create table bench.objects (id text primary key, properties jsonb not null, version int not null default 1,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    grant usage on schema bench to public;
    grant all on bench.objects to public;`);
  const { rows: ids } = await db.query<{ id: string }>(
    `insert into bench.objects (id, properties)
     select app.new_id('obj'), $1::jsonb || jsonb_build_object('number', n) from generate_series(1, $2::int) n returning id`,
    [properties, rows],
  );
  return ids.map((row) => row.id);
}

/** Of the object with the number n: about 100 bytes. */
const smallProperties = `'${JSON.stringify(properties)}'::jsonb || jsonb_build_object('number', n, 'city', 'City ' || n % 20,
  'code', format('w%s topic%s', n / 20, n % 100))`;

/** Live objects of a type, with index rows and counters, straight into the tables. */
export async function fillType(
  db: pg.Pool,
  tenant: string,
  name: string,
  rows: number,
  filled = smallProperties,
): Promise<string[]> {
  const { rows: ids } = await db.query<{ id: string }>(
    `with type as (select * from app.object_types where tenant_id = $1 and name = $2),
     filled as (
       insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at,
         tx_id)
       select $1, type.id, n.id, n.properties, app.id_time(n.id), app.id_time(n.id), app.tx($1)
       from type, (select app.new_id('obj') as id, ${filled} as properties
                   from generate_series(1, $3::int) n) n
       returning *),
     indexed as (
       insert into app.object_index
       select $1, p.id, app.index_text(f.properties->p.name), app.index_number(f.properties->p.name), f.id
       from filled f, type, unnest(type.indexed) p),
     searched as (
       insert into app.object_search
       select $1, type.id, f.id, app.search_document(type.silent, f.properties) from filled f, type),
     counted as (
       update app.object_counts c set live = live + $3 from type
       where c.tenant_id = $1 and c.object_type_id = type.id and c.slot = 0)
     select id from filled order by random() limit 10000`,
    [tenant, name, rows],
  );
  await db.query('vacuum analyze app.objects, app.object_index, app.object_search');
  return ids.map((row) => row.id);
}

/** Copies a tenant's key and an object type to new tenants, each with one object of it. */
export async function cloneTenants(
  db: pg.Pool,
  tenant: string,
  token: string,
  count: number,
  type: string,
): Promise<{ tokens: string[]; ids: string[] }> {
  const handle = token.split('_')[2];
  const { rows } = await db.query<{ tenant_id: string; id: string }>(
    `with t as (insert into app.tenants (tenant_id, name, slug)
       select app.new_id('ten'), 'Bench ' || n, 'bench-' || gen_random_uuid() from generate_series(1, $2::int) n
       returning tenant_id),
     k as (insert into app.api_keys (tenant_id, id, handle, secret_hash, last4, scopes)
       select t.tenant_id, app.new_id('key'), k.handle, k.secret_hash, k.last4, k.scopes
       from t, app.api_keys k where k.tenant_id = $1 and k.handle = $3),
     -- Ids are unique in a tenant: those of the type and of its properties stay what they are.
     o as (insert into app.object_types (tenant_id, id, name, definition, indexed, names, formatted, plain)
       select t.tenant_id, o.id, o.name, o.definition, o.indexed, o.names, o.formatted, o.plain
       from t, app.object_types o where o.tenant_id = $1 and o.name = $4 returning *),
     p as (insert into app.properties (tenant_id, object_type_id, id, name, data_type, is_indexed, index_status)
       select t.tenant_id, p.object_type_id, p.id, p.name, p.data_type, p.is_indexed, p.index_status
       from t, app.properties p, app.object_types o
       where p.tenant_id = $1 and p.object_type_id = o.id and o.tenant_id = $1 and o.name = $4),
     c as (insert into app.object_counts (tenant_id, object_type_id, slot, live)
       select o.tenant_id, o.id, s, case when s = 0 then 1 else 0 end from o, generate_series(0, 15) s),
     first as (select x.properties from app.objects x, app.object_types y
       where x.tenant_id = $1 and y.tenant_id = $1 and y.name = $4 and x.object_type_id = y.id order by x.id limit 1),
     b as (insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at,
         tx_id)
       select o.tenant_id, o.id, app.new_id('obj'), first.properties, now(), now(), app.tx($1) from o, first returning *),
     i as (insert into app.object_index
       select b.tenant_id, p.id, app.index_text(b.properties->p.name), app.index_number(b.properties->p.name), b.id
       from b join o using (tenant_id), unnest(o.indexed) p)
     select tenant_id, id from b`,
    [tenant, count, handle, type],
  );
  await db.query(
    'vacuum analyze app.tenants, app.api_keys, app.object_types, app.properties, app.objects, app.object_index',
  );
  return {
    tokens: rows.map((row) => withTenant(token, row.tenant_id)),
    ids: rows.map((row) => row.id),
  };
}

/** The token of the same secret under another tenant. */
function withTenant(token: string, tenant: string): string {
  const parts = token.split('_');
  const body = [parts[0], tenant.slice(4), parts[2], parts[3]?.slice(0, 43)].join('_');
  return body + checksum(body);
}

function checksum(body: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let text = '';
  for (let rest = crc32(Buffer.from(body)); text.length < 6; rest = Math.floor(rest / 62))
    text = digits[rest % 62] + text;
  return text;
}
