import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Destination, nameOf, rootKey, type Stored } from './destination.ts';
import { BackupError } from './errors.ts';

/** Ends the names of files that are being written. */
const draft = '.new';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A folder. Others cannot read what is made in it. */
export class DiskDestination implements Destination {
  readonly name: string;
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    this.name = nameOf({ folder });
  }

  async write(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const path = join(this.folder, key);
    const folder = dirname(path);
    if (key !== rootKey && !existsSync(join(this.folder, rootKey)))
      throw new BackupError(`${this.folder} has no ${rootKey} any more: is its disk mounted?`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(`${path}${draft}`, 'w', 0o600);
    try {
      for await (const piece of bytes) await handle.writeFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${path}${draft}`, path);
    await syncFolder(folder);
  }

  async read(key: string): Promise<Readable | undefined> {
    try {
      const handle = await open(join(this.folder, key));
      return createReadStream('', { fd: handle, highWaterMark: 256 * 1024 });
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
      await rm(join(this.folder, key), { force: true });
      folders.add(dirname(key));
    }
    // Folders that are empty now; one that is not stays.
    for (let folder of [...folders].toSorted((a, b) => b.length - a.length))
      for (; folder !== '.' && (await this.isEmpty(folder)); folder = dirname(folder))
        await rm(join(this.folder, folder), { recursive: true, force: true });
  }

  async clean(): Promise<void> {
    const names = await readdir(this.folder, { recursive: true }).catch(() => []);
    for (const name of names)
      if (name.endsWith(draft)) await rm(join(this.folder, name), { force: true });
  }

  private async isEmpty(folder: string): Promise<boolean> {
    const names = await readdir(join(this.folder, folder)).catch(() => undefined);
    return names?.length === 0;
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}
