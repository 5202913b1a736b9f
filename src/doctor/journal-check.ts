import { withClient } from '../db/client.ts';
import { withRole } from '../db/urls.ts';
import { expect, type Finding, failed } from './check.ts';

/**
 * The journal's order is made of transaction numbers and a shift of each tenant. A dump restored into a new server begins
 * the numbers again: until `insula migrate up` has raised the shifts, its rows lie ahead of all that follows. A node of a
 * cluster raises them by itself.
 * @returns nothing before the first migration
 */
export async function checkJournal(url: string): Promise<Finding[]> {
  return withClient(withRole(url, 'insula_owner'), 'doctor', async (client) => {
    const { rows } = await client.query(`
      select exists (
        select from app.tenants t cross join lateral (
          select j.xid from app.journal j where j.tenant_id = t.tenant_id order by j.xid desc, j.id desc limit 1) newest
        where t.place_node is null and newest.xid >= app.place_at(pg_snapshot_xmax(pg_current_snapshot()), t.place_shift)) as "isAhead"`);
    const isAhead: boolean = rows[0].isAhead;
    return [
      expect(
        !isAhead,
        'transaction numbers',
        isAhead ? 'behind those of the journal, as after restoring a dump' : 'ahead of the journal',
        failed,
        'Stop Insula and run "insula apply --force": see "Backup" in docs/operate/operations.md.',
      ),
    ];
  }).catch(() => []);
}
