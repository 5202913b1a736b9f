import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { inFolderOf, isMissing, renameDurably } from '../ground/machine/folders.ts';
import type { ByteRange } from '../storage/storage.ts';
import { type Destination, nameOf, rootKey, type Stored } from './destination.ts';
import { BackupError } from './errors.ts';

/** Ends the names of files that are being written. */
const draft = '.new';

/** A folder. Others cannot read what is made in it. */
export class DiskDestination implements Destination {
  readonly name: string;
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    this.name = nameOf({ folder });
  }

  async write(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const path = this.pathOf(key);
    if (key !== rootKey && !existsSync(join(this.folder, rootKey)))
      throw new BackupError(`${this.folder} has no ${rootKey} any more: is its disk mounted?`);
    const handle = await inFolderOf(path, () => open(`${path}${draft}`, 'w', 0o600), 0o700);
    try {
      for await (const piece of bytes) await handle.writeFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameDurably(`${path}${draft}`, path, 0o700);
  }

  async read(key: string, range: Partial<ByteRange> = {}): Promise<Readable | undefined> {
    try {
      const handle = await open(this.pathOf(key));
      return createReadStream('', { ...range, fd: handle, highWaterMark: 256 * 1024 });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async *list(folder: string): AsyncGenerator<Stored> {
    const entries = await readdir(join(this.folder, folder), { withFileTypes: true }).catch(
      (error) => {
        if (isMissing(error)) return [];
        throw error;
      },
    );
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const key = `${folder}${entry.name}`;
      if (entry.isDirectory()) yield* this.list(`${key}/`);
      else if (entry.isFile() && !key.endsWith(draft)) {
        // A part may be replaced by its segment meanwhile.
        const found = await stat(join(this.folder, key)).catch(() => undefined);
        if (found) yield { key, size: found.size, modifiedAt: found.mtimeMs };
      }
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const folders = new Set<string>();
    for (const key of keys) {
      await rm(this.pathOf(key), { force: true });
      folders.add(dirname(key));
    }
    // Folders that are empty now; one that is not stays, also if a file comes into it at this moment.
    for (let folder of [...folders].toSorted((a, b) => b.length - a.length))
      for (; folder !== '.' && (await this.removeEmpty(folder)); folder = dirname(folder));
  }

  async clean(): Promise<void> {
    const names = await readdir(this.folder, { recursive: true }).catch(() => []);
    for (const name of names)
      if (name.endsWith(draft)) await rm(join(this.folder, name), { force: true });
  }

  /** @throws BackupError for a key that leads out of the folder */
  private pathOf(key: string): string {
    const path = join(this.folder, key);
    if (!path.startsWith(join(this.folder, '/')))
      throw new BackupError(`${key} is no file below ${this.folder}.`);
    return path;
  }

  private removeEmpty(folder: string): Promise<boolean> {
    return rmdir(join(this.folder, folder)).then(
      () => true,
      (error) => isMissing(error),
    );
  }
}
