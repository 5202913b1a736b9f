import type pg from 'pg';
import { appTables, column } from './catalog.ts';

const neighbours = 2_000;

/** Gives each of 2,000 tenants one row of every kind that a tenant has, and lets the planner learn just that. */
export async function seedNeighbours(db: pg.Pool, tenant: string): Promise<void> {
  // Statistics are those of `analyze` below: autovacuum would see the rows, or long lists later, at a moment of its own.
  await db.query(`do $$ declare v_table regclass; begin
    for v_table in select oid from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' loop
      execute format('alter table %s set (autovacuum_enabled = off)', v_table);
    end loop;
  end $$`);
  const keys = await foreignKeys(db);
  // One row of each table seldom refers to those of the others, and what rows refer to is nothing to the planner.
  for (const { relation, name } of keys)
    await db.query(`alter table ${relation} drop constraint "${name}"`);
  for (const { name, hasTenant, isPartition } of await appTables(db))
    if (hasTenant && !isPartition) await copyToNeighbours(db, name, tenant);
  for (const { relation, name, definition } of keys)
    await db.query(`alter table ${relation} add constraint "${name}" ${definition} not valid`);
  await db.query('analyze');
}

async function foreignKeys(
  db: pg.Pool,
): Promise<Array<{ relation: string; name: string; definition: string }>> {
  const { rows } = await db.query(
    `select conrelid::regclass as relation, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = 'app'::regnamespace and conparentid = 0`,
  );
  return rows;
}

/** Copies the first row of a table for each neighbour, whose ids end in its number. */
async function copyToNeighbours(db: pg.Pool, table: string, tenant: string): Promise<void> {
  const columns = await column(
    db,
    `select quote_ident(attname) from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [`app.${table}`],
  );
  const texts = await column(
    db,
    `select quote_ident(attname) from pg_attribute
     where attrelid = $1::regclass and atttypid in ('text'::regtype, 'app.id'::regtype)`,
    [`app.${table}`],
  );
  const value = (name: string) =>
    texts.includes(name)
      ? `regexp_replace(s.${name}, '^([a-z]{2,5}_[0-9a-f]{27})[0-9a-f]{5}$', '\\1' || lpad(to_hex(neighbour), 5, '0'))`
      : `s.${name}`;
  await db.query(
    `insert into app.${table} (${columns})
     select ${columns.map(value)}
     from (select * from app.${table} s where s.tenant_id = $1 limit 1) s,
       generate_series(1, $2::int) g (neighbour)
     on conflict do nothing`,
    [tenant, neighbours],
  );
}
