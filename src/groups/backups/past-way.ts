import { coverOf, type NotCovered } from '../../backup/covering.ts';
import { pastSource } from '../../backup/past-given.ts';
import { dropScratch } from '../../backup/scratch.ts';
import { runningBackupUrl } from '../../db/embedded.ts';
import { backupsOf } from '../../ground/config/backup.ts';
import type { Config } from '../../ground/config/config.ts';
import { ApiError } from '../../ground/errors.ts';
import type { SourceScript } from '../../snapshot/child-messages.ts';
import type { TaskDeps } from '../../tools/lanes/tasks.ts';

/** How the state of an earlier moment is had: from the backups of the installation, or from versions and journal. */
export type Way = 'wal' | 'versions';

export interface AskedPast {
  as_of: string;
  /** Left out: from the backups where they have that moment. */
  source?: Way | undefined;
  /** Whether versions and journal have all that is asked for. */
  fitsVersions: boolean;
}

/** @throws 409 AS_OF_UNAVAILABLE where the backups are needed, and do not have that moment */
export async function wayOf(
  config: Config,
  { as_of, source, fitsVersions }: AskedPast,
  signal: AbortSignal,
): Promise<Way> {
  if (source === 'versions') return source;
  const asked = askedOf(config);
  const found = asked ? await coverOf(asked, new Date(as_of), signal) : nothing;
  if (!('reason' in found)) return 'wal';
  if (source === undefined && fitsVersions) return 'versions';
  const { reason, message, earliest = null, latest = null } = found;
  throw new ApiError('AS_OF_UNAVAILABLE', message, {
    details: { earliest, latest, reason },
  });
}

const nothing: Omit<NotCovered, 'reason'> & { reason: string } = {
  reason: 'no_backups',
  message: 'BACKUP_TO is not set: there are no backups of the installation.',
};

function askedOf(config: Config) {
  const backup = backupsOf(config);
  const url = backup && runningBackupUrl(config.dataDir);
  const { dataDir, diskReserveBytes: reserveBytes } = config;
  return url ? { config: backup, dataDir, reserveBytes, url } : undefined;
}

/** Where a snapshot of that moment is taken. */
export function sourceOf(config: Config, moment: string): SourceScript {
  const asked = askedOf(config);
  if (!asked) throw new ApiError('INVALID_STATE', 'BACKUP_TO is not set any more.');
  return pastSource({ ...asked, pgBin: config.pgBin, moment });
}

/** Removes the folder of a source whose process was ended. */
export const dropSource = ({ config }: Pick<TaskDeps, 'config'>): Promise<void> =>
  dropScratch(config.dataDir, 'past');
