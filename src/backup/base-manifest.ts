import { BackupError } from './errors.ts';

/** PostgreSQL's list of the files of a base backup, each with its size and SHA-256. */
export class BaseManifest {
  private readonly files = new Map<string, { size: number; checksum: string }>();
  private readonly seen = new Set<string>();

  constructor(text: string) {
    const { Files } = JSON.parse(text) as {
      Files: Array<{
        Path?: string;
        'Encoded-Path'?: string;
        Size: number;
        Checksum: string;
        'Checksum-Algorithm': string;
      }>;
    };
    for (const file of Files) {
      const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString('latin1');
      this.files.set(path, { size: file.Size, checksum: file.Checksum });
    }
  }

  /** The bytes of all files. */
  size(): number {
    return this.files.values().reduce((sum, { size }) => sum + size, 0);
  }

  count(): number {
    return this.files.size;
  }

  /** @throws BackupError where a file is not as it was */
  check(path: string, size: number, checksum: string): void {
    const expected = this.files.get(path);
    this.seen.add(path);
    // PostgreSQL leaves WAL out: each of its records has a checksum.
    if (!expected && path.startsWith('pg_wal/')) return;
    if (expected?.size === size && expected.checksum === checksum) return;
    throw new BackupError(
      expected
        ? `The base backup is damaged: its file ${path} is not what the manifest says.`
        : `The base backup is damaged: its file ${path} is not in the manifest.`,
    );
  }

  /** @throws BackupError where a file has not come */
  end(): void {
    for (const path of this.files.keys())
      if (!this.seen.has(path))
        throw new BackupError(`The base backup is damaged: its file ${path} is missing.`);
  }
}
