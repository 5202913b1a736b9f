import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Backups } from '../backup/process.ts';
import { withClient } from '../db/client.ts';
import type { Database } from '../db/connect.ts';
import { withRole } from '../db/urls.ts';
import type { BackupPlace } from '../ground/config/backup.ts';
import type { Config } from '../ground/config/config.ts';

/** Starts backups where BACKUP_TO is set. Otherwise nothing of them is there, and no slot keeps WAL for them. */
export async function backupsOf(
  { embedded, urls }: Database,
  config: Config,
  log: Logger,
): Promise<Backups | undefined> {
  const { backup, dataDir } = config;
  if (embedded) void dropLeftovers(dataDir, log);
  if (!backup) {
    await embedded
      ?.closeBackups()
      .catch((err) => log.warn({ err }, 'could not look for a slot of backups'));
    return undefined;
  }
  if (!embedded || !urls.owner) {
    log.info(
      'with DATABASE_URL, BACKUP_TO gets base backups that are asked for, and no WAL (docs/operate/backup.md)',
    );
    return undefined;
  }
  if ('folder' in backup.to && (await isOnOneDisk(backup.to.folder, embedded.folder)))
    log.warn(
      { folder: backup.to.folder },
      'BACKUP_TO is on the disk of the database: both are lost together',
    );
  const url = await embedded.openBackups();
  const rewinds = await withClient(
    withRole(urls.owner, 'insula_owner'),
    'backups',
    async (client) => {
      const { rows } = await client.query('select count(*)::int as count from private.rewinds');
      return rows[0].count as number;
    },
  );
  const { startBackups } = await import('../backup/process.ts');
  const { isKnown, remember } = memoryOf(dataDir, backup.to);
  const { noteBases } = await import('../backup/note-bases.ts');
  const onBase = () => {
    withClient(urls.worker, 'backups', (client) =>
      noteBases(backup, client.query.bind(client)),
    ).catch((err) => log.warn({ err }, 'a base backup is noted within an hour'));
  };
  const job = { config: backup, url, rewinds, isKnown };
  const backups = startBackups(job, log, { onBegun: remember, onBase });
  const { startVerifying } = await import('../backup/verifying.ts');
  const { verifyJobOf } = await import('../backup/verify-job.ts');
  const verifying = startVerifying(verifyJobOf(config, backup), log, backups.standing);
  return {
    standing: backups.standing,
    stop: async () => void (await Promise.all([verifying.stop(), backups.stop()])),
  };
}

/** Copies of the database that a verification or a drill was killed with: nothing else may come to remove them. */
async function dropLeftovers(dataDir: string, log: Logger): Promise<void> {
  for (const purpose of ['verify', 'drill'] as const)
    try {
      if (!existsSync(join(dataDir, purpose))) continue;
      const { dropScratch } = await import('../backup/scratch.ts');
      await dropScratch(dataDir, purpose);
    } catch (err) {
      log.warn({ err, purpose }, 'what a copy of the database has left stays on the disk');
    }
}

/** The destination that this DATA_DIR has used, so that a disk that is not mounted is not taken for a new one. */
function memoryOf(dataDir: string, to: BackupPlace): { isKnown: boolean; remember(): void } {
  const path = join(dataDir, 'backup-destination');
  const name = 'folder' in to ? to.folder : `s3://${to.s3.bucket}/${to.prefix}`;
  const isKnown = existsSync(path) && readFileSync(path, 'utf8').trim() === name;
  return { isKnown, remember: () => writeFileSync(path, `${name}\n`, { mode: 0o600 }) };
}

async function isOnOneDisk(folder: string, other: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (!found && dirname(folder) !== folder) return isOnOneDisk(dirname(folder), other);
  return found?.dev === (await stat(other)).dev;
}
