import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { SnapshotInvalid, SnapshotLocked } from '../snapshot/errors.ts';
import { sealed, unsealed } from '../snapshot/seal.ts';
import { BackupError, IdentityError } from './errors.ts';

/** How bytes are stored: compressed with zstd, then encrypted with age for these recipients, if there are any. */
export interface Packing {
  recipients: readonly string[];
}

/** The end of the names of encrypted files. */
export const sealedName = '.age';

/** The name of a file as it is stored. */
export const packedName = (key: string, { recipients }: Packing): string =>
  recipients.length > 0 ? `${key}${sealedName}` : key;

export function packed(
  source: AsyncIterable<Buffer>,
  { recipients }: Packing,
): AsyncGenerator<Buffer> {
  const small = compressed(source);
  return recipients.length > 0 ? sealed(small, { recipients: [...recipients] }) : small;
}

/**
 * The bytes that were packed.
 * @param key as it is stored
 * @throws BackupError where they are damaged, or no identity decrypts them
 */
export async function* unpacked(
  source: AsyncIterable<Buffer>,
  key: string,
  identities: readonly string[],
): AsyncGenerator<Buffer> {
  const isSealed = key.endsWith(sealedName);
  const opened = isSealed ? unsealed(source, { identities: [...identities] }) : source;
  try {
    yield* decompressed(opened);
  } catch (error) {
    if (error instanceof SnapshotLocked)
      throw new IdentityError(
        identities.length > 0
          ? `The identity does not decrypt ${key}: it was encrypted for another recipient. Give the right one with --identity.`
          : `${key} is encrypted. Give its identity: --identity <file>, or BACKUP_IDENTITY_FILE.`,
      );
    if (error instanceof SnapshotInvalid || isDamage(error))
      throw new BackupError(`${key} is damaged: its bytes were changed or cut off.`, {
        cause: error,
      });
    throw error;
  }
}

const isDamage = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  return (
    code.startsWith('ZSTD') || code.startsWith('Z_') || code === 'ERR_ZLIB_INITIALIZATION_FAILED'
  );
};

/** The lines of a file of identities that are not comments. @throws BackupError */
export function identitiesIn(path: string | undefined): string[] {
  if (path === undefined) return [];
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new BackupError(`Cannot read the identities in ${path}: ${(error as Error).message}.`);
  }
  const lines = text.split('\n').map((line) => line.trim());
  const found = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-1'));
  if (found.length > 0) return found;
  throw new BackupError(
    `${path} has no identity of age: a line that begins with AGE-SECRET-KEY-1.`,
  );
}

/** Passes bytes on, and knows afterwards how many they were, and their SHA-256. */
export class Meter {
  bytes = 0;
  private readonly hash = createHash('sha256');

  async *pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      this.bytes += piece.length;
      this.hash.update(piece);
      yield piece;
    }
  }

  checksum(): string {
    return `sha256:${this.hash.digest('hex')}`;
  }
}

async function* compressed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const put = promisify((piece: Buffer, done: (error?: Error | null) => void) =>
    zstd.write(piece, done),
  );
  const feed = async (): Promise<void> => {
    for await (const piece of source) await put(piece);
    zstd.end();
  };
  feed().catch((error) => zstd.destroy(error));
  yield* zstd;
}

async function* decompressed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const zstd = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
  const put = promisify((piece: Buffer, done: (error?: Error | null) => void) =>
    zstd.write(piece, done),
  );
  const feed = async (): Promise<void> => {
    for await (const piece of source) await put(piece);
    zstd.end();
  };
  feed().catch((error) => zstd.destroy(error));
  yield* zstd;
}
