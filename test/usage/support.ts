import type { TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** The calls of a tenant as its meters have them: by operation, by status, together. */
export async function countsOf({ db }: Pick<TestServer, 'db'>, { tenant }: TenantClient) {
  const { rows } = await db.query(
    `select m.* from app.meters m where m.tenant_id = $1 and m.calls > 0`,
    [tenant.id],
  );
  const counts: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  let total = 0;
  for (const row of rows) {
    total += Number(row.calls);
    for (const [name, n] of Object.entries(row.operations))
      counts[name] = (counts[name] ?? 0) + Number(n);
    for (const [name, n] of Object.entries(row.statuses))
      statuses[name] = (statuses[name] ?? 0) + Number(n);
  }
  return { total, counts, statuses };
}

/**
 * Counts the events of a tenant, as the worker does while it seals the journal: all that are there, however long it is held
 * up by transactions of others, of other databases too.
 */
export async function seal(server: TestServer, { tenant }: TenantClient): Promise<void> {
  const unsealed = async () => {
    await asWorker(server, 'select worker.journal_seal($1, 1000)', [tenant.id]);
    const { rows } = await server.db.query(
      `select count(*)::int as count from app.journal j where j.tenant_id = $1 and not exists (
         select 1 from app.journal_seals s
         where s.tenant_id = j.tenant_id and s.xid = j.xid and s.id = j.id)`,
      [tenant.id],
    );
    return rows[0].count;
  };
  await until(unsealed, (count) => count === 0);
}

/** Rolls the meters of all tenants up, as the worker does once an hour. */
export async function rollUp(server: TestServer): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const { rows } = await asWorker(server, 'select worker.meters_roll_up($1, 100) as after', [
      after,
    ]);
    after = rows[0]?.after;
  }
}

/** The days of a period on which anything was counted. */
export const busyDays = (days: { date: string; count: number }[]) =>
  Object.fromEntries(days.filter(({ count }) => count > 0).map(({ date, count }) => [date, count]));

/** Adds calls that were counted at another time: `since` as SQL. */
export async function addCalls(
  { db }: Pick<TestServer, 'db'>,
  { tenant }: TenantClient,
  grain: 'hour' | 'day' | 'month',
  since: string,
  calls: number,
): Promise<void> {
  await db.query(
    `insert into app.meters (tenant_id, grain, since, calls, operations, statuses, latencies)
     select $1, $2, (select ${since}), $3, jsonb_build_object('object.get', $3::bigint),
       jsonb_build_object('200', $3::bigint), array[0, $3::bigint]`,
    [tenant.id, grain, calls],
  );
}
