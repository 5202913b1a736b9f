import type { BackupConfig } from '../ground/config/backup.ts';
import type { Config } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import type { VerifyJob } from './messages.ts';

/** How this installation verifies its backups. @param base the one that is verified; the newest unless given */
export const verifyJobOf = (config: Config, backup: BackupConfig, base?: string): VerifyJob => ({
  config: backup,
  dataDir: config.dataDir,
  pgBin: config.pgBin,
  reserveBytes: config.diskReserveBytes,
  encryptionKeys: encryptionKeysOf(config).map((key) => key.toString('base64')),
  base,
});
