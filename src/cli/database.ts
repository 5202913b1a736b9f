import type { Logger } from 'pino';
import { type Config, loadConfig } from '../config.ts';
import { DatabaseError } from '../db/client.ts';
import { checkServer } from '../db/connect.ts';
import { AlreadyRunningError, runningOwnerUrl, startEmbedded } from '../db/embedded.ts';
import { databaseUrls, withoutPassword } from '../db/urls.ts';
import { createLog } from '../process/log.ts';

/** The database and settings of a command. */
export interface CommandContext {
  config: Config;
  log: Logger;
  /** The migrating role. */
  url: string;
  /** Whether a pooler lies between. */
  isPooled: boolean;
  /** Whether this command has started the embedded PostgreSQL: nothing else runs on it. */
  isStartedHere: boolean;
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
    return work({ config, log, ...way, isStartedHere: false });
  }
  const running = await attachOrStart(config, log);
  const { url, isStartedHere } = running;
  try {
    return await work({ config, log, url, isPooled: false, isStartedHere });
  } finally {
    await running.stop();
  }
}

async function attachOrStart(config: Config, log: Logger) {
  try {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log });
    return { url: embedded.ownerUrl, stop: embedded.stop, isStartedHere: true };
  } catch (error) {
    const url = error instanceof AlreadyRunningError ? runningOwnerUrl(config.dataDir) : undefined;
    if (!url) throw error;
    return { url, stop: async () => {}, isStartedHere: false };
  }
}

function requireOwner(url: string, config: Config): void {
  if (databaseUrls(url, config.encryptionKey).owner) return;
  throw new DatabaseError(
    `DATABASE_URL (${withoutPassword(url)}) connects as the API’s own role. This command needs the migrating role.`,
  );
}
