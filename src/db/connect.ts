import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { checkMigrated } from './check.ts';
import { clusterOf } from './citus/cluster.ts';
import { DatabaseError, withClient } from './client.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import {
  checkApiKey,
  checkSigningKeys,
  fingerprintOf,
  OtherKeyError,
  settleKey,
} from './encryption-key.ts';
import { migrate } from './migrate.ts';
import { type DatabaseUrls, databaseUrls } from './urls.ts';

/** A migrated database, whoever runs it. */
export interface Database {
  urls: DatabaseUrls;
  /** Set when this process runs PostgreSQL itself. */
  embedded: Embedded | undefined;
  /** Whether its tenants live on several nodes. */
  isCluster: boolean;
  /** Ends the embedded PostgreSQL (see Embedded); nothing to do for any other. */
  stop(withinMs?: number): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL or takes the one that DATABASE_URL names, and migrates it.
 * With the address of `insula_api` (no password needed: it comes from ENCRYPTION_KEY) it only checks that somebody
 * else has migrated.
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log });
  const stop = async (withinMs?: number) => embedded?.stop(withinMs);
  try {
    const url = embedded?.ownerUrl ?? (config.databaseUrl as string);
    const isOwner = databaseUrls(url, config.encryptionKey).owner !== null;
    if (isOwner) {
      await checkServer(url);
      await migrate(url, { log, encryptionKey: (client) => settleKey(client, config) });
    } else await checkApi(url, config);
    const urls = databaseUrls(url, config.encryptionKey);
    const cluster = await withClient(urls.api, 'cluster', async (client) => {
      await checkSigningKeys(client, config.encryptionKey);
      return clusterOf(client);
    });
    return { urls, embedded, isCluster: cluster?.isDistributed ?? false, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** For a process that was only given `insula_api`: that its key is the one of the others, and that one of them has migrated. */
async function checkApi(url: string, config: Config): Promise<void> {
  const { api } = databaseUrls(url, config.encryptionKey);
  await checkServer(api).catch((error: DatabaseError) => {
    const isRefused = (error.cause as pg.DatabaseError | undefined)?.code === '28P01';
    throw isRefused && api !== url ? refusedPassword(config) : error;
  });
  await withClient(api, 'key', (client) => checkApiKey(client, config));
  await checkMigrated(api);
}

const refusedPassword = ({ made, encryptionKey }: Config) =>
  new OtherKeyError(
    made.encryptionKey
      ? 'ENCRYPTION_KEY is not set, and the password of insula_api comes from it: set the key of the other processes.'
      : 'The password of insula_api comes from ENCRYPTION_KEY, and PostgreSQL refuses the one of this key (fingerprint ' +
          `${fingerprintOf(encryptionKey)}): it is another key than that of the other processes, or "insula migrate up" ` +
          'has not set the password yet.',
  );

/**
 * Reachable, and new enough.
 * @throws DatabaseError
 */
export async function checkServer(connectionString: string): Promise<void> {
  const found = await withClient(connectionString, 'version', async (client) => {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
    );
    return rows[0];
  }).catch((error) => {
    const { message, code } = error as pg.DatabaseError;
    throw new DatabaseError(
      `DATABASE_URL: cannot connect to PostgreSQL (${message || code}). ` +
        'Check host, port, user and password; "insula doctor" finds out more.',
      { cause: error },
    );
  });
  if (found.number >= 180000) return;
  throw new DatabaseError(
    `PostgreSQL 18 or newer is needed; the one at DATABASE_URL is ${found.version}.`,
  );
}
