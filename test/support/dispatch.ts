import type pg from 'pg';

/** Hands on what is pending, as the dispatcher of a worker does; what fails is answered, as it tells the log. */
export async function dispatchAll(
  db: pg.Pool | pg.ClientBase,
  { after = '', rows = 500, perTenant = 1000 } = {},
) {
  const look = await db.query('select worker.journal_pending($1, $2) as answer', [after, rows]);
  const { tenants, next } = look.rows[0].answer as { tenants: string[]; next: string };
  let claimed = 0;
  const failed: Array<{ tenant_id: string; error: string }> = [];
  for (const tenant of tenants)
    try {
      const done = await db.query('select worker.dispatch_tenant($1, $2) as count', [
        tenant,
        perTenant,
      ]);
      claimed += done.rows[0].count;
    } catch (error) {
      failed.push({ tenant_id: tenant, error: String(error) });
    }
  return { claimed, failed, next };
}
