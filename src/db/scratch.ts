import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { readSecret } from '../ground/machine/secrets.ts';
import { withClient } from './client.ts';
import { superuser } from './embedded/cluster.ts';
import { startEmbedded } from './embedded.ts';
import { withDatabase } from './urls.ts';

/** A PostgreSQL that is thrown away: for tests, for checking migrations, for the shadow database of a commit. */
export interface Scratch {
  /** The migrating role, on the database `postgres`. */
  adminUrl: string;
  /** A superuser, on the database `postgres`. */
  superuserUrl: string;
  /** Creates an empty database; returns its address for the migrating role. */
  createDatabase(name: string): Promise<string>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** So much free memory is spared for a few small databases and their log. */
const spare = 4 * 1024 ** 3;
const memoryFolder = '/dev/shm';

/**
 * In memory, where there is plenty: a database is a thousand files, which a disk takes ten times as long to make.
 * Else in the folder for what is temporary.
 */
export async function placeForScratch(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(memoryFolder);
    if (bavail * bsize > spare && freemem() > spare) return memoryFolder;
  } catch {
    // Linux only.
  }
  return tmpdir();
}

/**
 * Starts one in a temporary folder, in about a second, without fsync.
 * @param pgBin by default the same on every machine, so that files generated from it are also the same
 */
export async function startScratch(log: Logger, pgBin = 'bundled'): Promise<Scratch> {
  const dataDir = await mkdtemp(join(await placeForScratch(), 'insula-scratch-'));
  // The user that runs PostgreSQL must be able to enter it.
  await chmod(dataDir, 0o755);
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  const embedded = await startEmbedded({ dataDir, log, durable: false, pgBin }).catch(
    async (error) => {
      await removeFolder();
      throw error;
    },
  );
  const adminUrl = withDatabase(embedded.ownerUrl, 'postgres');
  const password = readSecret(dataDir, 'postgres-superuser');
  return {
    adminUrl,
    superuserUrl: `postgres://${superuser}:${password}@127.0.0.1:${embedded.port}/postgres`,
    async createDatabase(name) {
      await withClient(adminUrl, 'scratch', (client) =>
        client.query(`create database ${pg.escapeIdentifier(name)}`),
      );
      return withDatabase(adminUrl, name);
    },
    async remove() {
      await embedded.stop();
      await removeFolder();
    },
  };
}
