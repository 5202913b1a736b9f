import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { comparableTransaction } from '../../backup/compare.ts';
import { BackupError } from '../../backup/errors.ts';
import { headerBytes } from '../../backup/lsn.ts';
import { canConnect, withClient } from '../../db/client.ts';
import { backupSlot } from '../../db/embedded/backup-role.ts';
import { runningOwnerUrl } from '../../db/embedded.ts';
import { withRole } from '../../db/urls.ts';

const lookMs = 250;

/** The running server, as it was when the drill began; it is only read, until the result is kept. */
export interface Live {
  url: string;
  /** In a transaction of that moment. */
  then: pg.Client;
  /** Sees what comes after it. */
  now: pg.Client;
  /** The number below which every transaction had ended. */
  before: string;
  /** Where the WAL ended. */
  place: string;
  close(): Promise<void>;
}

/** @returns undefined where no server runs on the DATA_DIR */
export async function openLive(dataDir: string): Promise<Live | undefined> {
  const found = runningOwnerUrl(dataDir);
  if (!found || !(await canConnect(found).catch(() => false))) return undefined;
  const url = withRole(found, 'insula_owner');
  const [then, now] = [await connect(url), await connect(url)];
  const close = async () => {
    await Promise.all([then, now].map((client) => client.end().catch(() => {})));
  };
  try {
    await then.query(comparableTransaction);
    // The first statement fixes the moment.
    const { rows } = await then.query<{ before: string }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text as before',
    );
    const { rows: places } = await now.query<{ place: string }>(
      'select pg_current_wal_insert_lsn()::text as place',
    );
    const [before, place] = [rows[0]?.before ?? '', places[0]?.place ?? ''];
    return { url, then, now, before, place, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'insula drill',
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Whether all that was written when the drill began is stored. @throws BackupError where the server stores nothing */
export async function isStored({ now, place }: Live): Promise<boolean> {
  const { rows } = await now.query<{ is_stored: boolean | null }>(
    `select $1::pg_lsn - restart_lsn <= $2 as is_stored
     from pg_replication_slots where slot_name = $3`,
    [place, headerBytes, backupSlot],
  );
  if (rows[0]?.is_stored !== undefined && rows[0].is_stored !== null) return rows[0].is_stored;
  throw new BackupError(
    'The running server stores no WAL: see its log, and whether BACKUP_TO is set for it.',
  );
}

/** Waits until it is. @throws BackupError when that takes longer than `patienceMs` */
export async function untilStored(live: Live, patienceMs: number): Promise<void> {
  for (let waited = 0; !(await isStored(live)); waited += lookMs) {
    if (waited > patienceMs)
      throw new BackupError(
        `What was written before the drill is not stored after ${patienceMs / 1000} s: backups do not get on. See the log of the server.`,
      );
    await sleep(lookMs);
  }
}

/** Keeps the result of a drill, for GET /admin/drills. On a connection of its own: the others may have been cut off. */
export async function keepResult({ url }: Live, result: object): Promise<void> {
  await withClient(url, 'drill', (client) =>
    client.query('select app.drill_add($1)', [JSON.stringify(result)]),
  );
}
