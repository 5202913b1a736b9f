import type pg from 'pg';

/** Roles that requests and jobs run as; none of them owns anything. */
export const runtimeRoles = ['insula_api', 'insula_tenant', 'insula_platform', 'insula_worker'];

export const ownSchemas = ['app', 'auth', 'api', 'platform', 'gateway', 'worker', 'ext', 'private'];

export interface Table {
  oid: number;
  name: string;
  isPartition: boolean;
  hasTenant: boolean;
  columns: string[];
}

/** Every table of the schema app, partitions included. */
export async function appTables(db: pg.Pool): Promise<Table[]> {
  const { rows } = await db.query(`
    select c.oid, c.relname as name, c.relispartition as "isPartition",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as "hasTenant",
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm')
    order by c.relname`);
  return rows;
}

/** Rows that calls leave behind some seconds later, whatever they did: they differ before and after any call. */
export const countedLater = ['meters', 'usage_months', 'meter_writers', 'call_days'];

/** The first column of some rows. */
export async function column<T = string>(
  db: pg.Pool,
  query: string,
  values: unknown[] = [],
): Promise<T[]> {
  const { rows } = await db.query({ text: query, values, rowMode: 'array' });
  return rows.map(([first]) => first);
}
