import { migratedTo } from '../db/check.ts';
import { clusterOf } from '../db/citus/cluster.ts';
import { withClient } from '../db/client.ts';
import { expect, type Finding, failed, warning } from './check.ts';

/**
 * The journal's order is made of transaction numbers and a shift of each tenant. A dump restored into a new server begins
 * the numbers again: until `insula migrate up` has raised the shifts, its rows lie ahead of all that follows. A node of a
 * cluster raises them by itself.
 * @returns nothing before the first migration, and nothing on a cluster
 */
export async function checkJournal(url: string): Promise<Finding[]> {
  const name = 'transaction numbers';
  let isAhead: boolean | undefined;
  try {
    isAhead = await isJournalAhead(url);
  } catch (error) {
    const found = `could not be read: ${(error as Error).message}`;
    return [warning(name, found, 'Run "insula doctor" again.')];
  }
  if (isAhead === undefined) return [];
  return [
    expect(
      !isAhead,
      name,
      isAhead ? 'behind those of the journal, as after restoring a dump' : 'ahead of the journal',
      failed,
      'Stop Insula and run "insula migrate functions --force": see "Backup" in docs/operate/operations.md.',
    ),
  ];
}

/** @returns undefined before the first migration, and on a cluster, whose nodes count for themselves */
async function isJournalAhead(url: string): Promise<boolean | undefined> {
  return withClient(url, 'doctor', async (client) => {
    if (!(await migratedTo(client)) || (await clusterOf(client))?.isDistributed) return undefined;
    await client.query('set role insula_owner');
    const { rows } = await client.query<{ isAhead: boolean }>(`
      select exists (
        select from app.tenants t cross join lateral (
          select j.xid from app.journal j where j.tenant_id = t.tenant_id order by j.xid desc, j.id desc limit 1) newest
        where t.place_node is null and newest.xid >= app.place_at(pg_snapshot_xmax(pg_current_snapshot()), t.place_shift)) as "isAhead"`);
    return rows[0]?.isAhead ?? false;
  });
}
