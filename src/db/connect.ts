import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { checkMigrated } from './check.ts';
import { clusterOf } from './citus/cluster.ts';
import { DatabaseError, withClient } from './client.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { migrate, NewerDatabaseError } from './migrate.ts';
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
    const urls = databaseUrls(url, config.encryptionKey);
    await checkServer(urls.owner ?? urls.api);
    if (urls.owner)
      await migrate(urls.owner, { log, encryptionKey: config.encryptionKey }).catch((error) => {
        // Another process has migrated already, and this one is still to be replaced.
        if (embedded || !(error instanceof NewerDatabaseError)) throw error;
        log.warn('the database is that of a newer version, which serves this one as well');
      });
    else await checkMigrated(urls.api);
    const cluster = await withClient(urls.api, 'cluster', clusterOf);
    return { urls, embedded, isCluster: cluster?.isDistributed ?? false, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

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
