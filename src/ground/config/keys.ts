import { keepSecret } from '../machine/secrets.ts';
import { type Config, ConfigError } from './config.ts';

/**
 * Keeps the encryption key that was made for this start. One that another process has kept meanwhile is taken instead.
 * @throws ConfigError when DATA_DIR cannot be written to
 */
export function keepEncryptionKey(config: Config): Buffer {
  const text = keep(config, 'encryption-key', config.encryptionKey.toString('base64'));
  config.encryptionKey = Buffer.from(text, 'base64');
  config.made.encryptionKey = false;
  return config.encryptionKey;
}

/** The same for the platform key: once this start is known to succeed, so that one that is refused leaves nothing. */
export function keepPlatformKey(config: Config): void {
  if (!config.made.platformAdminKey) return;
  config.platformAdminKey = keep(config, 'platform-admin-key', config.platformAdminKey);
  config.made.platformAdminKey = false;
}

/** The keys of the operator that the environment gives: each may do everything. */
export const environmentKeysOf = ({
  platformAdminKey,
  platformAdminKeyAlso,
}: Pick<Config, 'platformAdminKey' | 'platformAdminKeyAlso'>): string[] => [
  platformAdminKey,
  ...platformAdminKeyAlso,
];

/** The key that seals and signs, and those that only open and verify besides. */
export type EncryptionKeys = readonly [Buffer, ...Buffer[]];

/** ENCRYPTION_KEY and those of ENCRYPTION_KEY_ALSO, each once. */
export const encryptionKeysOf = ({
  encryptionKey,
  encryptionKeyAlso = [],
}: Pick<Config, 'encryptionKey'> & Partial<Pick<Config, 'encryptionKeyAlso'>>): EncryptionKeys => [
  encryptionKey,
  ...encryptionKeyAlso.filter(
    (key, n) =>
      !key.equals(encryptionKey) && !encryptionKeyAlso.slice(0, n).some((one) => one.equals(key)),
  ),
];

/** One key, or several. */
export const keysIn = (keys: Buffer | EncryptionKeys): EncryptionKeys =>
  Buffer.isBuffer(keys) ? [keys] : keys;

function keep({ dataDir }: Config, name: string, made: string): string {
  try {
    return keepSecret(dataDir, name, () => made);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR="${dataDir}": cannot keep ${name} there (${(error as Error).message}). ` +
        'Choose a folder that this user may write to. Example: DATA_DIR=./data',
    );
  }
}
