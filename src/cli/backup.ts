import { Command } from 'commander';
import { backUpAlone } from '../backup/alone.ts';
import { type Destination, openDestination } from '../backup/destination.ts';
import { readHoldings } from '../backup/layout.ts';
import { backUpNow } from '../backup/now.ts';
import { identitiesIn } from '../backup/packing.ts';
import { prune } from '../backup/retention.ts';
import { statusOf } from '../backup/status.ts';
import { verifyBackup } from '../backup/verify.ts';
import { runningBackupUrl } from '../db/embedded.ts';
import { type BackupConfig, backupOf } from '../ground/config/backup.ts';
import { ConfigError, parseEnvironment } from '../ground/config/config.ts';
import { CallError } from './api-client.ts';
import { examples, printJson, table } from './report.ts';

interface Options {
  json?: boolean;
  identity?: string;
}

interface Context {
  config: BackupConfig;
  destination: Destination;
  dataDir: string;
  databaseUrl: string | undefined;
}

/** `insula backup …`: base backups and WAL at BACKUP_TO. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('base backups and WAL at BACKUP_TO')
    .addCommand(nowCommand())
    .addCommand(listCommand())
    .addCommand(statusCommand())
    .addCommand(verifyCommand())
    .addCommand(pruneCommand())
    .addHelpText('after', examples('insula backup now', 'insula backup status --json'));
}

const withJson = (name: string, description: string): Command =>
  new Command(name).description(description).option('--json', 'print the result as JSON');

/** @throws ConfigError when BACKUP_TO is not set */
async function open(): Promise<Context> {
  const v = parseEnvironment();
  const config = backupOf(v);
  if (!config)
    throw new ConfigError('BACKUP_TO: is not set. Example: BACKUP_TO=file:///var/backups/insula');
  const destination = await openDestination(config.to);
  return { config, destination, dataDir: v.DATA_DIR, databaseUrl: v.DATABASE_URL };
}

function nowCommand(): Command {
  return withJson('now', 'make a base backup of the running server').action(
    async ({ json }: Options) => {
      const { config, destination, dataDir, databaseUrl } = await open();
      const url = databaseUrl ?? runningBackupUrl(dataDir);
      if (!url)
        throw new CallError(
          `No server with BACKUP_TO runs on ${dataDir}. Start one: its first base backup is made at once.`,
        );
      const packing = { recipients: config.recipients };
      const { rateMb, retentionDays } = config;
      const job = { url, destination, packing, rateMb, retentionDays, reason: 'command' };
      const base = await (databaseUrl === undefined ? backUpNow(job) : backUpAlone(job));
      if (json) printJson(base);
      else console.log(`${base.id}  ${base.tar.bytes} bytes  ${base.finished_at}`);
    },
  );
}

function listCommand(): Command {
  return withJson('list', 'list base backups, the oldest first').action(
    async ({ json }: Options) => {
      const { destination } = await open();
      const { chains } = await readHoldings(destination);
      const bases = chains.flatMap(({ bases }) => bases);
      if (json) return printJson({ bases, total: bases.length });
      const rows = bases.map(({ id, finished_at, tar, encrypted, chain }) => [
        ...[id, finished_at, String(tar.bytes), encrypted ? 'yes' : 'no', chain],
      ]);
      console.log(table(['BASE BACKUP', 'FINISHED', 'BYTES', 'ENCRYPTED', 'CHAIN'], rows));
    },
  );
}

function statusCommand(): Command {
  return withJson('status', 'show how far backups are, and which moments can be restored').action(
    async ({ json }: Options) => {
      const { destination } = await open();
      const status = await statusOf(destination);
      if (json) return printJson(status);
      const { restorable } = status;
      const rows = [
        ['destination', status.destination],
        ['last base backup', status.last_base_at ?? 'none yet'],
        ['last WAL', status.last_wal_at ?? 'none yet'],
        ['restorable', restorable ? `${restorable.from} to ${restorable.to}` : 'nothing yet'],
        ['chain', status.chain ?? 'none yet'],
        ['encrypted', status.encrypted ? 'yes' : 'no'],
        [
          'verified',
          status.last_verified_at
            ? `${status.last_verified_at}, ${status.last_verify_status}`
            : 'never',
        ],
      ];
      console.log(table(['BACKUPS', ''], rows));
    },
  );
}

function verifyCommand(): Command {
  return withJson('verify', 'read a base backup and all WAL after it, and compare every file')
    .argument('[id]', 'of the base backup; default: the newest one')
    .option('--identity <file>', 'age identities that decrypt it; default: BACKUP_IDENTITY_FILE')
    .action(async (id: string | undefined, { json, identity }: Options) => {
      const { config, destination } = await open();
      const verified = await verifyBackup(
        destination,
        identitiesIn(identity ?? config.identityFile),
        id,
      );
      if (json) return printJson(verified);
      const { files, bytes, segments } = verified;
      console.log(
        `${verified.id}: ${files} files (${bytes} bytes) and ${segments} segments of WAL are whole`,
      );
    });
}

function pruneCommand(): Command {
  return withJson('prune', 'remove what no moment of BACKUP_RETENTION_DAYS needs').action(
    async ({ json }: Options) => {
      const { config, destination } = await open();
      const removed = await prune(destination, config.retentionDays);
      if (json) printJson({ removed });
      else console.log(`${removed} files removed`);
    },
  );
}
