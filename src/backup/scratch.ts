import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { dropHomes, homesOf } from '../db/embedded/home.ts';
import { lockInstance } from '../db/embedded/instance-lock.ts';
import { clearLeftover } from '../db/embedded/leftover.ts';
import { AlreadyRunningError } from '../db/embedded/os-user.ts';
import { BackupError } from './errors.ts';

/** A server that was told to end, or sees that its parent was killed, first finishes its start. */
const leftMs = 60_000;
const lookMs = 200;

/** For what backups are restored beside the database: the name of a folder in DATA_DIR, each with one at a time. */
export type Purpose = 'drill' | 'verify' | 'past';

/** A folder in which backups are restored beside the database. */
export interface Scratch {
  /** The DATA_DIR of the copy. */
  dataDir: string;
  /** Ends what runs on it, and removes all of it. */
  drop(): Promise<void>;
}

/** Says nothing about the backups. */
class BusyError extends Error {
  override name = 'BusyError';
}

/**
 * Makes the folder, once what an earlier use has left is gone.
 * @throws BusyError while it is in use
 */
export async function openScratch(
  dataDir: string,
  purpose: Purpose,
  log: Logger,
): Promise<Scratch> {
  const folder = folderOf(dataDir, purpose);
  mkdirSync(folder, { recursive: true });
  // The user of PostgreSQL passes through it, and sees nothing.
  chmodSync(folder, 0o711);
  const lock = lockOf(folder);
  const copy = join(folder, 'data');
  try {
    await clear(copy, log);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    dataDir: copy,
    async drop() {
      await clear(copy, log);
      lock.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const folderOf = (dataDir: string, purpose: Purpose): string => join(dataDir, purpose);

/** Removes what a process that was killed has left; a folder that is in use stays. */
export async function dropScratch(dataDir: string, purpose: Purpose): Promise<void> {
  if (!existsSync(folderOf(dataDir, purpose))) return;
  const scratch = await openScratch(dataDir, purpose, pino({ level: 'silent' })).catch((error) => {
    if (error instanceof BusyError) return undefined;
    throw error;
  });
  await scratch?.drop();
}

function lockOf(folder: string) {
  try {
    return lockInstance(folder, folder);
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error;
    throw new BusyError(`Backups are restored in ${folder} already. Wait for the end of that.`);
  }
}

async function clear(copy: string, log: Logger): Promise<void> {
  for (const path of homesOf(copy).filter((one) => existsSync(one))) {
    const home = realpathSync(path);
    await unlocked(home);
    const cluster = join(home, 'cluster');
    if (existsSync(cluster)) await clearLeftover(cluster, log);
  }
  dropHomes(copy);
  // Work that was cut off may still write there; it is about to notice.
  rmSync(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: lookMs });
}

/** Waits until the server of an earlier use has ended. This process holds a lock there itself while it restores. */
async function unlocked(home: string): Promise<void> {
  for (let waited = 0; ; waited += lookMs) {
    try {
      return lockInstance(home, home).release();
    } catch (error) {
      if (!(error instanceof AlreadyRunningError)) throw error;
      if (error.message.includes(`process ${process.pid})`)) return;
      if (waited > leftMs) throw new BackupError(error.message);
    }
    await sleep(lookMs);
  }
}
