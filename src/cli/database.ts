import type pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseError } from '../db/client.ts';
import { checkServer, rewoundBy } from '../db/connect.ts';
import {
  AlreadyRunningError,
  type Embedded,
  runningOwnerUrl,
  startEmbedded,
} from '../db/embedded.ts';
import { settleKey } from '../db/encryption-key.ts';
import { type MigrateResult, migrate } from '../db/migrate.ts';
import { databaseUrls, withoutPassword } from '../db/urls.ts';
import { type Config, loadConfig } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { createLog } from '../pulse/log.ts';

/** The database and settings of a command. */
export interface CommandContext {
  config: Config;
  log: Logger;
  /** The migrating role. */
  url: string;
  /** Whether a pooler is in between. */
  isPooled: boolean;
  /** The embedded one, where this command has started it: nothing else runs on it. */
  embedded?: Embedded | undefined;
}

/**
 * Runs a command on the configured database as the migrating role: the one DATABASE_URL names, the embedded one
 * that `insula start` runs at this moment, or the embedded one, started for as long as the command takes.
 */
export async function withDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const log = createLog({ logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel });
  if (config.databaseUrl) {
    requireOwner(config.databaseUrl, config);
    const way = await checkServer(config.databaseUrl);
    return work({ config, log, ...way });
  }
  const running = await attachOrStart(config, log);
  try {
    const { url, embedded } = running;
    return await work({ config, log, url, isPooled: false, embedded });
  } finally {
    await running.stop();
  }
}

async function attachOrStart(config: Config, log: Logger) {
  try {
    const embedded = await startEmbedded({ dataDir: config.dataDir, pgBin: config.pgBin, log });
    return { url: embedded.ownerUrl, embedded, stop: embedded.stop };
  } catch (error) {
    const url = error instanceof AlreadyRunningError ? runningOwnerUrl(config.dataDir) : undefined;
    if (!url) throw error;
    return { url, embedded: undefined, stop: async () => {} };
  }
}

function requireOwner(url: string, config: Config): void {
  if (databaseUrls(url, encryptionKeysOf(config)).owner) return;
  throw new DatabaseError(
    `DATABASE_URL (${withoutPassword(url)}) connects as the API’s own role. This command needs the migrating role.`,
  );
}

/** Migrates the database of a command. @param reason that it has gone back in time, where it cannot know by itself */
export async function migrateAt(
  { url, config, log, embedded }: CommandContext,
  reason?: string,
): Promise<MigrateResult> {
  const rewound = reason ?? rewoundBy(embedded);
  const encryptionKey = (client: pg.Client) => settleKey(client, config);
  const result = await migrate(url, { log, encryptionKey, rewound });
  if (rewound) await embedded?.mark.settle();
  return result;
}
