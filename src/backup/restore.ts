import { existsSync, realpathSync } from 'node:fs';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import {
  dropRestoring,
  hasHome,
  isHomeMounted,
  prepareHome,
  putRestored,
  restoringName,
} from '../db/embedded/home.ts';
import { lockInstance } from '../db/embedded/instance-lock.ts';
import { clearLeftover } from '../db/embedded/leftover.ts';
import { fingerprintOf, knownFingerprint } from '../db/encryption-key.ts';
import { rewindAt } from '../db/rewind.ts';
import { keepSecret, randomText } from '../ground/machine/secrets.ts';
import type { Storage } from '../storage/storage.ts';
import { bringBack, inRestoring, type Place } from './bring-back.ts';
import type { Destination } from './destination.ts';
import { eraseAgain } from './erase-again.ts';
import { type Erased, readErasures } from './erasures.ts';
import { BackupError } from './errors.ts';
import { findBackup } from './find.ts';
import { type FetchedFiles, fetchFiles } from './kept-files.ts';
import { type Holdings, readHoldings, readRoot } from './layout.ts';
import { applySecurity, noteSecurity, type Secured } from './security.ts';

export interface RestoreJob {
  destination: Destination;
  identities: readonly string[];
  dataDir: string;
  pgBin: string | undefined;
  to: Date | 'latest';
  /** An existing database is set aside. */
  replace: boolean;
  log: Logger;
  /** Looks at what was recovered, as the superuser, before anything in it is changed. */
  look?: (client: pg.Client) => Promise<void>;
  /** Where bytes of files are put back that were removed later. */
  storage?: Storage;
  /** Those that a start here would have. */
  encryptionKeys?: readonly Buffer[];
}

export interface Restored {
  restored_to: string;
  last_transaction_at: string | null;
  /** Between the moment that was restored and the last that is stored. */
  lost_seconds: number;
  tenants: number;
  took_seconds: number;
  chain: string;
  /** Where the old database is, if there was one. */
  kept: string | null;
  /** Tenants that were deleted after the moment, and are deleted again. */
  erased: number;
  /** Users who were erased after the moment, and are erased again. */
  erased_users: number;
  files: FetchedFiles;
  /** Rows that were revoked or changed after the moment, and stay so; null where that is not known, and for `latest`. */
  secured: Secured | null;
  /** The fingerprint of the ENCRYPTION_KEY without which nothing starts, where those of the job lack it. */
  missing_key: string | null;
  /** Nothing leaves the installation until the operator releases it. */
  outbound_held: boolean;
}

/**
 * Restores the installation of a backup into DATA_DIR. Nothing of an existing database is changed: the restored one takes its
 * place only when it is complete, and the old one is kept beside it.
 */
export async function restore(job: RestoreJob): Promise<Restored> {
  const { dataDir, log } = job;
  const begun = performance.now();
  const isThere = hasHome(dataDir);
  const restoring = join(dataDir, restoringName);
  if (isThere && !job.replace)
    throw new BackupError(
      `${dataDir} has a database already. Give --replace to set it aside, or another --data-dir.`,
    );
  if (isThere && isHomeMounted(dataDir))
    throw new BackupError(
      `${join(dataDir, 'postgres')} is a mount of its own, which cannot be set aside. Mount its disk at ${dataDir}, or give another --data-dir.`,
    );
  // The database that is there must not run; nor another restore into the same folder.
  const homes = [
    ...(isThere ? [prepareHome(dataDir, log).path] : []),
    ...(existsSync(restoring) ? [realpathSync(restoring)] : []),
  ];
  const locks = homes.map((home) => lockInstance(home, dataDir));
  try {
    for (const cluster of homes.map((home) => join(home, 'cluster')))
      if (existsSync(cluster)) await clearLeftover(cluster, log);
    const facts = await restoreBeside(job);
    if (hasHome(dataDir) !== isThere)
      throw new BackupError(`A database has come to ${dataDir} meanwhile: it is left as it is.`);
    const kept = putRestored(dataDir, facts, new Date()) ?? null;
    const took = Math.round((performance.now() - begun) / 100) / 10;
    return { ...facts, took_seconds: took, kept };
  } catch (error) {
    dropRestoring(dataDir);
    throw error;
  } finally {
    for (const lock of locks) lock.release();
  }
}

type Facts = Omit<Restored, 'took_seconds' | 'kept'>;

/** Into a folder of its own. */
async function restoreBeside(job: RestoreJob): Promise<Facts> {
  const { destination, identities, dataDir, to, log, pgBin } = job;
  if ((await readRoot(destination)) === undefined)
    throw new BackupError(`There are no backups of Insula at ${destination.name}.`);
  const holdings = await readHoldings(destination);
  const found = findBackup(holdings, destination.name, to);
  const erased = await readErasures(destination);
  return inRestoring({ destination, identities, dataDir, pgBin, log }, async (place) => {
    const since = join(place.home.path, 'since');
    const isSecured = to !== 'latest' && (await noteSince(place, holdings, since));
    const facts = await bringBack(place, found, to, (client) =>
      settle(client, job, { erased, since: isSecured ? since : undefined }),
    );
    await rm(since, { recursive: true, force: true });
    const restoredTo = to === 'latest' ? found.until : to;
    return {
      restored_to: restoredTo.toISOString(),
      last_transaction_at: facts.lastTransactionAt,
      lost_seconds: Math.max(0, Math.round((found.until.getTime() - restoredTo.getTime()) / 1000)),
      tenants: facts.tenants,
      erased: facts.erased,
      erased_users: facts.erasedUsers,
      files: facts.files,
      secured: facts.secured,
      missing_key: facts.missingKey,
      chain: found.chain.id,
      outbound_held: to !== 'latest',
    };
  });
}

/**
 * Recovers all that is stored, to read from it what must not be taken back, and removes it. The newest base backup is near the
 * end. Where that fails, the moment can be restored nevertheless.
 * @returns whether it is there
 */
async function noteSince(place: Place, holdings: Holdings, folder: string): Promise<boolean> {
  const { destination, home, log } = place;
  await mkdir(folder, { mode: 0o700 });
  if (home.user) await chown(folder, home.user.uid, home.user.gid);
  try {
    const end = findBackup(holdings, destination.name, 'latest');
    await bringBack(place, end, 'latest', (client) => noteSecurity(client, folder));
    return true;
  } catch (err) {
    log.warn({ err }, 'what was revoked after the moment cannot be read: it is valid again');
    return false;
  } finally {
    for (const name of ['cluster', 'wal'])
      await rm(join(home.path, name), { recursive: true, force: true });
  }
}

/** Lifts places, holds outbound calls and sets passwords, before the restored database is used. */
async function settle(
  client: pg.Client,
  { destination, identities, dataDir, log, look, storage, to, encryptionKeys = [] }: RestoreJob,
  { erased, since }: { erased: readonly Erased[]; since: string | undefined },
) {
  const last = await client.query<{ at: Date | null }>(
    'select pg_last_xact_replay_timestamp() as at',
  );
  await look?.(client);
  const known = await knownFingerprint(client);
  const isHeld = encryptionKeys.some((key) => fingerprintOf(key) === known);
  await client.query('set role insula_owner');
  const rewind = await rewindAt(client);
  if (rewind) log.info(rewind, 'places of the time that is lost are refused from now on (410)');
  if (to !== 'latest') await client.query('select app.outbound_set(true)');
  const again = await eraseAgain(client, erased);
  const tenants = await check(client);
  await client.query('reset role');
  const secured = since === undefined ? null : await applySecurity(client, since);
  for (const [role, name] of passwords) {
    const password = keepSecret(dataDir, name, () => randomText(24, 'base64url'));
    await client.query(`alter role ${role} password '${password}'`);
  }
  const files = storage
    ? await fetchFiles(client, { destination, identities, log }, storage)
    : { restored: 0, failed: 0 };
  return {
    tenants,
    erased: again.tenants,
    erasedUsers: again.users,
    secured,
    files,
    missingKey: isHeld ? null : (known ?? null),
    lastTransactionAt: last.rows[0]?.at?.toISOString() ?? null,
  };
}

/** Those of DATA_DIR, or new ones where it has none. */
const passwords = [
  ['postgres', 'postgres-superuser'],
  ['insula_migrator', 'postgres-migrator'],
] as const;

/** @returns how many tenants there are @throws BackupError where rows contradict each other */
async function check(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ tenants: number; ahead: boolean }>(`
    select (select count(*)::int from app.tenants) as tenants,
      exists (
        select 1 from app.tenants t cross join lateral (
          select j.xid from app.journal j where j.tenant_id = t.tenant_id
          order by j.xid desc limit 1) l
        where l.xid >= pg_snapshot_xmax(pg_current_snapshot())
          and t.place_shift = 0) as ahead`);
  const [found] = rows;
  if (!found || found.ahead)
    throw new BackupError('The journal names transactions that the restored database has not had.');
  return found.tenants;
}
