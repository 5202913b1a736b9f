import pg from 'pg';
import { migratedTo } from '../../db/check.ts';
import { clusterOf } from '../../db/citus/cluster.ts';
import { withClient } from '../../db/client.ts';
import { expect, type Finding, failed, warning } from './check.ts';

/**
 * The journal's order is made of transaction numbers and a shift of each tenant. A dump restored into a new server begins
 * the numbers again: until `insula migrate up` has raised the shifts, its rows lie ahead of all that follows. A node of a
 * cluster raises them by itself. A database that has gone back in time, in whichever way, hands out again what it has handed
 * out before, until the next start has noticed (app.rewind).
 * @returns nothing before the first migration; of the numbers nothing on a cluster
 */
export async function checkJournal(url: string): Promise<Finding[]> {
  try {
    return await withClient(url, 'doctor', async (client) => {
      if (!(await migratedTo(client))) return [];
      await client.query('set role insula_owner');
      return [...(await checkNumbers(client)), ...(await checkHistory(client))];
    });
  } catch (error) {
    const found = `could not be read: ${(error as Error).message}`;
    return [warning('transaction numbers', found, 'Run "insula doctor" again.')];
  }
}

async function checkNumbers(client: pg.Client): Promise<Finding[]> {
  if ((await clusterOf(client))?.isDistributed) return [];
  const { rows } = await client.query<{ isAhead: boolean }>(`
    select exists (
      select from app.tenants t cross join lateral (
        select j.xid from app.journal j where j.tenant_id = t.tenant_id order by j.xid desc, j.id desc limit 1) newest
      where t.place_node is null and newest.xid >= app.place_at(pg_snapshot_xmax(pg_current_snapshot()), t.place_shift)) as "isAhead"`);
  const isAhead = rows[0]?.isAhead ?? false;
  return [
    expect(
      !isAhead,
      'transaction numbers',
      isAhead ? 'behind those of the journal, as after restoring a dump' : 'ahead of the journal',
      failed,
      'Every start of Insula settles that, and so does "insula migrate up": see "Places after a restore" in docs/operate/operations.md.',
    ),
  ];
}

interface History {
  state: string;
  restoredTo: Date | null;
  reason: string | null;
}

/** Whether the database is on another server or timeline than it was written on, and no start has settled that. */
export const isElsewhere = (findings: readonly Finding[]): boolean =>
  findings.some(({ name, status }) => name === 'history' && status === 'failed');

/** @returns nothing where the functions are those of a version that does not look */
async function checkHistory(client: pg.Client): Promise<Finding[]> {
  const { state, restoredTo, reason } = (await readHistory(client)) ?? { state: undefined };
  if (state === undefined) return [];
  const hasGoneBack = !['same', 'new', 'standby'].includes(state);
  const last = restoredTo
    ? `went back to ${restoredTo.toISOString()} once (${reason}), which is settled`
    : 'goes on from where it was';
  return [
    expect(
      !hasGoneBack,
      'history',
      hasGoneBack ? state : last,
      failed,
      'The database has gone back in time, or may have. Every start of Insula settles that: run "insula migrate up", or ' +
        'restart Insula. See "Going back in time" in docs/operate/database.md.',
    ),
  ];
}

async function readHistory(client: pg.Client): Promise<History | undefined> {
  try {
    const { rows } = await client.query<History>(`
      select app.lineage_state() as state, r.restored_to as "restoredTo", r.reason
      from (select) one left join lateral (
        select * from private.rewinds order by noticed_at desc limit 1) r on true`);
    return rows[0];
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42883') return undefined;
    if (error instanceof pg.DatabaseError && error.code === '42P01') return undefined;
    throw error;
  }
}
