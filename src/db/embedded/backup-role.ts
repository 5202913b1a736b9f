import { withClient } from '../client.ts';

/** Replicates, and can do nothing else. */
const role = 'insula_backup';
/** The slot that keeps WAL until backups have stored it. */
export const backupSlot = 'insula_backup';

/** Makes the role that backups replicate with, or sets its password. @returns its address */
export async function ensureBackupRole(superuserUrl: string, password: string): Promise<string> {
  await withClient(superuserUrl, 'backup role', async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    const verb = rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${role} login replication password '${password}'`);
  });
  return withBackupRole(superuserUrl, password);
}

/** The same address for the role of backups. */
export const withBackupRole = (url: string, password: string): string =>
  Object.assign(new URL(url), { username: role, password }).href;

/** Without backups, nothing would ever take the WAL that it keeps. */
export async function dropBackupSlot(superuserUrl: string): Promise<void> {
  await withClient(superuserUrl, 'backup slot', async (client) => {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
      [backupSlot],
    );
  });
}
