import type pg from 'pg';

/** Tables that hold rows of a tenant beside those that its purge empties; each before those that refer to it. */
const kept = ['app.tenants', 'app.tenant_slugs', 'app.journal', 'app.journal_seals'];

/**
 * Copies all rows of a tenant into another database, as a dump and its restoring would. Its shift stays behind: there it
 * comes from a PostgreSQL whose transaction numbers are higher by so much.
 */
export async function copyTenant(tenant: string, from: pg.Pool, to: pg.Pool): Promise<void> {
  const { rows } = await from.query('select worker.tenant_tables()::text[] as tables');
  const childrenFirst: string[] = rows[0].tables;
  for (const table of [...kept, ...childrenFirst.toReversed()]) {
    const found = await from.query(
      `select json_agg(t)::text as rows from ${table} t where tenant_id = $1`,
      [tenant],
    );
    await to.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
      [found.rows[0].rows ?? '[]'],
    );
  }
  await to.query('update app.tenants set place_shift = 0 where tenant_id = $1', [tenant]);
}
