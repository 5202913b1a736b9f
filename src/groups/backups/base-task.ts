import { makeBaseInChild } from '../../backup/once-process.ts';
import { runningBackupUrl } from '../../db/embedded.ts';
import type { Config } from '../../ground/config/config.ts';
import { ApiError } from '../../ground/errors.ts';
import type { Going } from './work.ts';

/**
 * Makes a base backup of the installation, in a process of its own. Safe to kill: an unfinished one has no base.json, and
 * retention removes it.
 * @returns what its record says then
 */
export async function makeFull(
  config: Config,
  { signal, onProgress }: Going,
): Promise<Record<string, unknown>> {
  const { backup, databaseUrl } = config;
  const url = databaseUrl ?? runningBackupUrl(config.dataDir);
  if (!url || !backup)
    throw new ApiError('INVALID_STATE', 'BACKUP_TO is not set any more: no base backup is made.');
  const base = await makeBaseInChild(
    { config: backup, url, isAlone: databaseUrl !== undefined },
    { signal, onBytes: (done) => onProgress({ done, total: null, unit: 'bytes' }) },
  );
  const { bytes, checksum } = base.tar;
  return {
    ...{ status: 'completed', error: null, done: bytes, total: bytes, unit: 'bytes' },
    ...{
      size_bytes: bytes,
      checksum,
      snapshot_at: base.finished_at,
      options: { base: base.id, chain: base.chain },
    },
  };
}
