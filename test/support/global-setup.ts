import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { withDatabase } from '../../src/db/urls.ts';
import { randomText } from '../../src/secrets.ts';

/** What a run of tests shares: one server, one migrated database to clone, one key. */
export interface TestServerInfo {
  /** The migrating role, on the database `postgres`; used to create and drop databases. */
  adminUrl: string;
  template: string;
  /** ENCRYPTION_KEY of the run; role passwords come from it. */
  encryptionKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    server: TestServerInfo;
  }
}

/**
 * Once per run: an embedded PostgreSQL in a temporary folder, without fsync, and a template database with roles,
 * tables, queue and functions.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'insula-test-'));
  // The user that runs PostgreSQL must be able to enter it.
  await chmod(dataDir, 0o755);
  const log = pino({ level: 'warn' });
  const embedded = await startEmbedded({ dataDir, log, durable: false });
  const stop = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const adminUrl = withDatabase(embedded.ownerUrl, 'postgres');
    const template = 'insula_template';
    const encryptionKey = randomText(32, 'base64');
    await createDatabase(adminUrl, template);
    await migrate(withDatabase(adminUrl, template), {
      log,
      encryptionKey: Buffer.from(encryptionKey, 'base64'),
      current: true,
    });
    project.provide('server', { adminUrl, template, encryptionKey });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}
