import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Binaries, major } from '../db/embedded/binaries.ts';
import { candidates } from '../db/embedded/choose.ts';
import { dropRestoring, type Home, prepareRestoring } from '../db/embedded/home.ts';
import { lockInstance } from '../db/embedded/instance-lock.ts';
import type { Destination } from './destination.ts';
import { BackupError } from './errors.ts';
import type { Found } from './find.ts';
import { lsnOf } from './lsn.ts';
import { recover, requireVersion } from './recover.ts';
import { StagedWal, segmentsFrom } from './staged-wal.ts';
import { unpackBase } from './unpack-base.ts';

export interface BesideJob {
  destination: Destination;
  identities: readonly string[];
  dataDir: string;
  pgBin: string | undefined;
  log: Logger;
}

/** Makes an empty folder in a DATA_DIR, for a restore; it stays where the work succeeds. */
export async function inRestoring<T>(
  { destination, identities, dataDir, pgBin, log }: BesideJob,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const home = prepareRestoring(dataDir, log);
  const lock = lockInstance(home.path, dataDir);
  try {
    const [best] = candidates(pgBin, home.user, log);
    if (!best) throw new BackupError('There is no PostgreSQL to recover with.');
    return await work({ destination, identities, home, binaries: best(), log });
  } finally {
    lock.release();
  }
}

/** Restores what was found, to work on it as the superuser, and removes it. @param work is given its address as well */
export async function recovered<T>(
  job: BesideJob,
  found: Found,
  to: Date | 'latest',
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  try {
    return await inRestoring(job, (place) => bringBack(place, found, to, work));
  } finally {
    dropRestoring(job.dataDir);
  }
}

/** A folder in which backups are restored, and the means for it. */
export interface Place {
  destination: Destination;
  identities: readonly string[];
  home: Home;
  binaries: Binaries;
  log: Logger;
}

/** Unpacks a base backup, and recovers it up to a moment. @param work is done on it, as the superuser */
export async function bringBack<T>(
  { destination, identities, home, binaries, log }: Place,
  { base, chain, wal }: Found,
  to: Date | 'latest',
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const source = { destination, identities, base };
  const segments = segmentsFrom(lsnOf(base.start_lsn), wal);
  const cluster = join(home.path, 'cluster');
  log.info({ base: base.id, chain: chain.id }, 'unpacking the base backup');
  await unpackBase(source, cluster, home.user);
  await requireVersion(cluster, major);
  const staged = join(home.path, 'wal');
  const wals = new StagedWal(source, segments, staged, home.user);
  log.info({ segments: segments.length }, 'recovering');
  const result = await recover({ home, binaries, staged: wals, to }, work);
  await rm(staged, { recursive: true, force: true });
  return result;
}
