import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { withClient } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { startScratch } from '../../src/db/scratch.ts';
import { withDatabase } from '../../src/db/urls.ts';
import { randomText } from '../../src/ground/machine/secrets.ts';

/** Everything that a run of tests shares: one server, one migrated database to clone, one key. */
export interface TestServerInfo {
  /** The migrating role, on the database `postgres`; used to create and drop databases. */
  adminUrl: string;
  /** A superuser, on the database `postgres`. */
  superuserUrl: string;
  /** The name of the migrated database. */
  template: string;
  /** Whether the server is the coordinator of a cluster, where all use that database itself. */
  isCluster: boolean;
  /** Whether it has the extension `vector`. */
  hasVector: boolean;
  /** ENCRYPTION_KEY of the run; role passwords come from it. */
  encryptionKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    server: TestServerInfo;
    /** A folder with one empty file per operation of the API that some test has exercised. */
    exercised: string;
    /** A folder for what is made once: see started-folder.ts. */
    shared: string;
  }
}

/**
 * Once per run: an embedded PostgreSQL in a temporary folder, without fsync, or the one at SERVER_URL, a superuser's address;
 * and a template database with roles, tables, queue and functions.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' });
  const given = process.env.SERVER_URL;
  const scratch = given ? serverAt(given) : await startScratch(log, process.env.PG_BIN);
  try {
    const template = `insula_template_${randomText(6, 'hex')}`;
    // Roles outlive the run where the server does, so their passwords have to come from the same key each time.
    const key = given ? Buffer.alloc(32, 1).toString('base64') : randomText(32, 'base64');
    const url = await scratch.createDatabase(template);
    await migrate(url, { log, encryptionKey: Buffer.from(key, 'base64'), current: true });
    const removeFolders = await provideFolders(project);
    const { adminUrl, superuserUrl } = scratch;
    const hasVector = await withClient(adminUrl, 'test setup', async (client) => {
      const { rows } = await client.query(
        "select 1 from pg_available_extensions where name = 'vector'",
      );
      return rows.length > 0;
    });
    const server = {
      ...{ adminUrl, superuserUrl, template },
      ...{ encryptionKey: key, isCluster: false, hasVector },
    };
    project.provide('server', server);
    return async () => {
      await removeFolders();
      if (given)
        await withClient(given, 'test setup', (client) =>
          client.query(`drop database if exists ${template} with (force)`),
        );
      await scratch.remove();
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

/** A server that runs already, as startScratch answers one. */
const serverAt = (adminUrl: string) => ({
  adminUrl,
  superuserUrl: adminUrl,
  async createDatabase(name: string): Promise<string> {
    await withClient(adminUrl, 'test setup', (client) => client.query(`create database ${name}`));
    return withDatabase(adminUrl, name);
  },
  remove: async () => {},
});

/** Makes the folders of a run, and returns what removes them. */
export async function provideFolders(project: TestProject): Promise<() => Promise<void>> {
  const exercised = await mkdtemp(join(tmpdir(), 'insula-exercised-'));
  project.provide('exercised', exercised);
  const shared = await mkdtemp(join(tmpdir(), 'insula-shared-'));
  // PostgreSQL runs as another user.
  await chmod(shared, 0o755);
  project.provide('shared', shared);
  return async () => {
    await rm(exercised, { recursive: true });
    await rm(shared, { recursive: true });
  };
}
