import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackupError } from '../../backup/errors.ts';
import { dropHomes, homesOf } from '../../db/embedded/home.ts';
import { lockInstance } from '../../db/embedded/instance-lock.ts';
import { clearLeftover } from '../../db/embedded/leftover.ts';
import { AlreadyRunningError } from '../../db/embedded.ts';

/** A server that was told to end, or sees that its drill was killed, first finishes its start. */
const leftMs = 60_000;
const lookMs = 200;

/** The folder of a drill: `DATA_DIR/drill`. */
export interface Scratch {
  /** The DATA_DIR of the copy. */
  dataDir: string;
  /** Ends what runs on it, and removes all of it. */
  drop(): Promise<void>;
}

/**
 * Makes the folder of a drill, once what an earlier one has left is gone.
 * @throws BackupError while another drill runs
 */
export async function openScratch(dataDir: string, log: Logger): Promise<Scratch> {
  const folder = join(dataDir, 'drill');
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

function lockOf(folder: string) {
  try {
    return lockInstance(folder, folder);
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error;
    throw new BackupError(`A drill runs in ${folder} already. Wait for its end.`);
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

/** Waits until the server of an earlier drill has ended. This process holds a lock there itself while it restores. */
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
