import type pg from 'pg';

/** Rows that remain in any case: records of events, counts, and rows with an expiry. */
const traces =
  /^(journal.*|confirm_tokens|meters|usage_months|policies_gone|idempotency_keys|object_counts|work)$/;

/** How many rows a tenant has in each table that says what it has set up. */
export async function rowsOf(db: pg.Pool, tenant: string): Promise<Record<string, number>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  );
  const counted = tables.map(({ name }) => name).filter((name) => !traces.test(name));
  const { rows } = await db.query<{ name: string; count: number }>(
    counted
      .map(
        (name) =>
          `select '${name}' as name, count(*)::int as count from app.${name} where tenant_id = $1`,
      )
      .join(' union all '),
    [tenant],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
