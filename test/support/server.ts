import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { apiPool, closePool } from '../../src/db/pools.ts';
import { startWorker } from '../../src/doors/worker/worker.ts';
import { type Config, loadConfig } from '../../src/ground/config/config.ts';
import { groups } from '../../src/groups/index.ts';
import { type App, type AppDeps, createApp } from '../../src/process/app.ts';
import { createLog } from '../../src/pulse/log.ts';
import { isStraight } from './citus/straight.ts';
import { runsHere } from './contract.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { escortOn } from './escort.ts';
import { timed } from './phases.ts';
import type { Relay } from './relay.ts';

/** The least that argon2 takes: a twentieth of the real cost. */
const cheapPasswords = { memoryCost: 1024, timeCost: 2 };

/** Options of a server beside its environment. */
export interface ServerParts {
  timeouts?: AppDeps['timeouts'];
  /** Limits of sockets and streams that differ. */
  realtime?: AppDeps['realtime'];
  /** Of the threads that read large bodies. */
  threads?: AppDeps['threads'];
  /** How long its calls of the database may take, and wait. */
  database?: AppDeps['database'];
  /** After how many milliseconds a request without an answer counts as lost. */
  overdueMs?: number;
  /** Settings of its database connections that differ. */
  pool?: pg.PoolConfig;
  /** The pooler or relay between it and the database. */
  relay?: Relay;
  /** Hashes passwords as a real server does: for tests of how long that takes. Otherwise cheaply. */
  hasRealPasswords?: boolean;
  /**
   * Every call shares a statement with those of another tenant: see escort.ts. With TEST_COMPANY=on all servers do so, but
   * those of files that count attempts or turns of single calls, which say no.
   */
  isInCompany?: boolean;
  /** Connections that others also use, and that it leaves open, instead of its own. */
  sharedPool?: pg.Pool;
}

export interface TestServer {
  /** `http://127.0.0.1:<port>`, also the BASE_URL of the server. */
  url: string;
  platformKey: string;
  config: Config;
  /** As insula_owner: for peeking and for preparing rows. */
  db: pg.Pool;
  /** The doorway itself, to be closed before the rest. */
  app: App;
  /** As insula_api: the connections of the server. */
  pool: pg.Pool;
  /** The lines of its log; none unless LOG_LEVEL is given. */
  logLines: string[];
  /** Another server on the same database, with memory of its own, as another process would have. Close it first. */
  sibling(env?: NodeJS.ProcessEnv, parts?: ServerParts): Promise<Omit<TestServer, 'sibling'>>;
  /** Ends the functions that run, which `close` would wait for. */
  cut(): Promise<void>;
  /** Drains the server, stops the worker, drops the database; throws when a connection was left open. */
  close(): Promise<void>;
}

/**
 * The whole API on a database of its own, listening on a free port.
 * @param env variables that differ from the defaults: `{ SELF_SERVE: 'on' }`. WORKER is off unless asked for.
 */
export async function startTestServer(
  env: NodeJS.ProcessEnv = {},
  parts: ServerParts = {},
): Promise<TestServer> {
  const database = await createTestDatabase();
  const server = await timed('start', () => serve(database, env, parts));
  return {
    ...server,
    sibling: (siblingEnv = {}, siblingParts = {}) =>
      serve(database, { ...env, ...siblingEnv }, siblingParts),
    async close() {
      await database.measure();
      await timed('drop', () => server.close());
      await database.drop();
    },
  };
}

/** A server on a database that is there. */
export async function serve(
  database: TestDatabase,
  env: NodeJS.ProcessEnv,
  parts: ServerParts = {},
): Promise<Omit<TestServer, 'sibling'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'insula-data-'));
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DB_POOL_SIZE: '8',
    ENCRYPTION_KEY: inject('server').encryptionKey,
    LOG_LEVEL: 'silent',
    WORKER: 'off',
    ...env,
  });
  const logLines: string[] = [];
  const log = createLog(config, { write: (line) => void logLines.push(line) });
  const api = parts.relay?.to(database.apiUrl) ?? database.apiUrl;
  const pool = parts.sharedPool ?? apiPool(config, { api });
  Object.assign(pool.options, parts.pool);
  const { timeouts, realtime, threads } = parts;
  const isInCompany = parts.isInCompany ?? process.env.TEST_COMPANY === 'on';
  const escort = isInCompany ? escortOn(pool, parts.isInCompany === true) : undefined;
  const limits = {
    isCluster: inject('server').isCluster,
    nodes:
      config.databaseNodes ??
      (isStraight && env.DATABASE_NODES === undefined ? new Map() : undefined),
    ...parts.database,
    escort,
  };
  const app = createApp({
    config,
    pool,
    log,
    ...(timeouts && { timeouts }),
    ...(realtime && { realtime }),
    ...(threads && { threads }),
    database: limits,
    overdueMs: parts.overdueMs,
    ...(!parts.hasRealPasswords && { passwordCost: cheapPasswords }),
  });
  const worker = config.worker
    ? await startWorker({ groups, config, workerUrl: database.workerUrl, log })
    : undefined;
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  if (!env.BASE_URL) config.baseUrl = url;
  runsHere(url);
  return {
    url,
    platformKey: config.platformAdminKey,
    config,
    db: database.db,
    app,
    pool,
    logLines,
    async cut() {
      await app.cut();
      await worker?.cut();
    },
    async close() {
      await app.close();
      await worker?.stop();
      if (!parts.sharedPool) await closePool(pool);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
