import type pg from 'pg';
import { apiPool } from '../../src/db/pools.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { timed } from './phases.ts';
import { type ServerParts, serve, type TestServer } from './server.ts';

interface Shared {
  database: TestDatabase;
  /** As the servers have it: its connections know their statements already, which takes each of them long to learn. */
  pool: pg.Pool;
}

/** Made with the first file that asks, and there until the process ends. */
let shared: Promise<Shared> | undefined;

/** A server with memory and settings of its own, on the database and the connections that the process shares. */
export async function startOnSharedDatabase(
  env: NodeJS.ProcessEnv,
  parts: ServerParts = {},
): Promise<TestServer> {
  shared ??= share();
  const { database, pool } = await shared;
  const server = await timed('start', () => serve(database, env, { ...parts, sharedPool: pool }));
  return {
    ...server,
    sibling: (siblingEnv = {}, siblingParts = {}) =>
      serve(database, { ...env, ...siblingEnv }, siblingParts),
    close: () => timed('drop', () => server.close()),
  };
}

async function share(): Promise<Shared> {
  const database = await createTestDatabase();
  const pool = apiPool({ dbPoolSize: 8 }, { api: database.apiUrl });
  return { database, pool };
}
