import type pg from 'pg';
import type { Logger } from 'pino';
import { SealingRight } from '../credentials/sealing-right.ts';
import type { Config } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { holdOutbound } from './call.ts';
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
import { announceKeys, type KeyHolder, keyHolderOf } from './key-holders.ts';
import { migrate, NewerDatabaseError } from './migrate.ts';
import { findWay, type Way } from './pooler.ts';
import { type DatabaseUrls, databaseUrls } from './urls.ts';

/** The line that every process logs at its start while the operator holds outgoing calls. */
export const heldText =
  'nothing leaves this installation: webhooks, mails and all calls to other servers are held until "insula outbound release"';

/** A migrated database, for any test. */
export interface Database {
  urls: DatabaseUrls;
  /** Set when this process runs PostgreSQL itself. */
  embedded: Embedded | undefined;
  /** Whether its tenants live on several nodes. */
  isCluster: boolean;
  /** Whether nothing leaves the installation for now. */
  isHeld: boolean;
  /** This process, as it was announced with its keys. */
  keyHolder: KeyHolder;
  /** Its right to seal, which each sign of life renews. */
  sealingRight: SealingRight;
  /** Ends the embedded PostgreSQL (see Embedded); nothing to do for any other. */
  stop(withinMs?: number): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL or takes the one that DATABASE_URL names, and migrates it.
 * With the address of `insula_api` (no password needed: it comes from ENCRYPTION_KEY) it only checks that someone
 * else has migrated.
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({
        dataDir: config.dataDir,
        pgBin: config.pgBin,
        walKeepMb: config.walKeepMb,
        log,
      });
  const stop = async (withinMs?: number) => embedded?.stop(withinMs);
  try {
    const given = embedded?.ownerUrl ?? (config.databaseUrl as string);
    const isOwner = databaseUrls(given, encryptionKeysOf(config)).owner !== null;
    const { url, isPooled } = embedded
      ? { url: given, isPooled: false }
      : await wayTo(given, config);
    const rewound = rewoundBy(embedded);
    if (isOwner) {
      const encryptionKey = (client: pg.Client) => settleKey(client, config);
      await migrate(url, { log, encryptionKey, rewound }).catch((error) => {
        // Another process has migrated already, and this one is still to be replaced.
        if (embedded || !(error instanceof NewerDatabaseError)) throw error;
        log.warn('the database is that of a newer version, which serves this one as well');
      });
    } else await checkApi(url, config);
    const urls = databaseUrls(url, encryptionKeysOf(config));
    if (rewound) await embedded?.mark.settle();
    // A pooler may treat each role in another way.
    if (isPooled) await Promise.all([findWay(urls.api), findWay(urls.worker)]);
    const keyHolder = keyHolderOf(config);
    const sealingRight = new SealingRight();
    // Before anything is started that could send: what is queued stays queued from here on.
    const { cluster, isHeld } = await withClient(urls.api, 'start', async (client) => {
      await checkSigningKeys(client, encryptionKeysOf(config));
      await announceKeys(client, 'gateway', keyHolder);
      return {
        isHeld: await holdOutbound(client, config.outboundHold),
        cluster: await clusterOf(client),
      };
    });
    if (isHeld) log.warn(heldText);
    const isCluster = cluster?.isDistributed ?? false;
    return { urls, embedded, isCluster, isHeld, keyHolder, sealingRight, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How it is known that the embedded database has gone back in time, where it cannot know by itself. */
export const rewoundBy = (embedded: Embedded | undefined): string | undefined =>
  embedded?.mark.wentBack ? 'older than its mark' : undefined;

/** How to reach the database, by the address that a process was given. */
async function wayTo(given: string, config: Config): Promise<Way> {
  const { owner, api } = databaseUrls(given, encryptionKeysOf(config));
  return checkServer(owner ?? api).catch((error: DatabaseError) => {
    const isRefused = (error.cause as pg.DatabaseError | undefined)?.code === '28P01';
    throw isRefused && !owner && api !== given ? refusedPassword(config) : error;
  });
}

/** For a process that was only given `insula_api`: that its key is the one of the others, and that one of them has migrated. */
async function checkApi(api: string, config: Config): Promise<void> {
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
 * Reachable, new enough, and with sessions of its own.
 * @returns how to reach it
 * @throws DatabaseError
 */
export async function checkServer(connectionString: string): Promise<Way> {
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
  if (found.number >= 180000) return findWay(connectionString);
  throw new DatabaseError(
    `PostgreSQL 18 or newer is needed; the one at DATABASE_URL is ${found.version}.`,
  );
}
