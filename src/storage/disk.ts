import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataStore } from '@tus/server';
import { isMissing, makeFolder, renameDurably } from '../ground/machine/folders.ts';
import type { DiskRoom } from './disk-room.ts';
import { checkKey } from './keys.ts';
import { Meter, nowhere } from './meter.ts';
import { close, closedBits, closeFolder } from './modes.ts';
import { pump } from './pump.ts';
import {
  type ByteRange,
  type Entry,
  type FoundBytes,
  type PutOptions,
  type Storage,
  StorageError,
  type Stored,
} from './storage.ts';

/** Bytes on their way in; on the same file system as where they go, so that the last step is a rename. */
const incoming = '.incoming';
const readAhead = 256 * 1024;
/** Pieces that wait while one is written are then written together. */
const writeBehind = 1024 * 1024;

/**
 * Files under a folder, named by their content: `<tenant>/<ab>/<sha256>.<random>`. The random part makes each upload a
 * file of its own, so that the same bytes can be removed and come back at the same time; app.blobs decides which of them
 * stays. A file comes into being by rename after fsync: whole or not at all.
 */
export class DiskStorage implements Storage {
  readonly name = 'disk';
  readonly root: string;
  private readonly room: DiskRoom | undefined;
  private tus: DataStore | undefined;

  /**
   * @param root absolute path; made when it is not there
   * @param room of the disk that it shares with the database
   */
  constructor(root: string, room?: DiskRoom) {
    this.root = root;
    this.room = room;
  }

  async put(tenant: string, source: Readable, options: PutOptions): Promise<Stored> {
    const meter = new Meter(options, () => this.isFull());
    const temporary = join(this.root, incoming, randomUUID());
    try {
      await makeFolder(dirname(temporary));
      // flush: fsync before close.
      await pipeline(
        source,
        meter,
        createWriteStream(temporary, { flags: 'wx', flush: true, highWaterMark: writeBehind }),
      );
      return await this.keep(temporary, tenant, meter);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw failure(error);
    }
  }

  isFull(): boolean {
    return this.room?.isShort ?? false;
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    const temporary = join(this.root, incoming, randomUUID());
    try {
      await makeFolder(dirname(temporary));
      await writeFile(temporary, bytes, { flag: 'wx', flush: true });
      await renameDurably(temporary, this.pathOf(key));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw failure(error);
    }
  }

  async adopt(uploadKey: string, tenant: string, options: PutOptions): Promise<Stored> {
    const path = this.pathOf(uploadKey);
    const meter = new Meter(options);
    try {
      const handle = await open(path, 'r+');
      try {
        await pipeline(handle.createReadStream({ autoClose: false }), meter, nowhere());
        // They may have come hours ago; the sweep, which looks for unused ones, sees them as new.
        const now = new Date();
        await handle.utimes(now, now);
        await handle.sync();
      } finally {
        await handle.close();
      }
      const stored = await this.keep(path, tenant, meter);
      await this.dropUpload(uploadKey);
      return stored;
    } catch (error) {
      throw failure(error);
    }
  }

  async tusStore(): Promise<DataStore> {
    const { FileStore } = await import('@tus/file-store');
    // It would make the folder itself, and end the process where it cannot.
    await makeFolder(this.root).catch(rethrow);
    this.tus ??= new FileStore({ directory: this.root });
    return this.tus;
  }

  async dropUpload(uploadKey: string): Promise<void> {
    // Beside the bytes, what FileStore knows of them.
    await this.remove([uploadKey, `${uploadKey}.json`]);
  }

  async dropUnfinished(olderThanMs: number): Promise<number> {
    const folder = join(this.root, incoming);
    let count = 0;
    for (const name of (await readdir(folder).catch(ifThere)) ?? []) {
      const path = join(folder, name);
      const { mtimeMs } = (await stat(path).catch(ifThere)) ?? {};
      if (mtimeMs === undefined || mtimeMs > Date.now() - olderThanMs) continue;
      await rm(path, { force: true }).catch(rethrow);
      count++;
    }
    return count;
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.pathOf(key)).catch(rethrow);
    return handle.createReadStream({ ...range, highWaterMark: readAhead });
  }

  async find(key: string, range: ByteRange): Promise<FoundBytes> {
    const handle = await open(this.pathOf(key)).catch(rethrow);
    return { sendTo: (sink) => pump(handle, sink, range).finally(() => handle.close()) };
  }

  async read(key: string): Promise<Buffer> {
    return readFile(this.pathOf(key)).catch(rethrow);
  }

  async has(key: string): Promise<boolean> {
    return (await stat(this.pathOf(key)).catch(ifThere)) !== undefined;
  }

  async move(from: string, to: string): Promise<void> {
    await renameDurably(this.pathOf(from), this.pathOf(to)).catch(rethrow);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const path = this.pathOf(key);
      await rm(path, { force: true }).catch(rethrow);
      // The variants of a file have a folder of their own; it goes with the last one.
      if (dirname(path).endsWith('.v')) await rmdir(dirname(path)).catch(() => {});
    }
  }

  async removeTenant(tenant: string): Promise<void> {
    await rm(this.pathOf(tenant), { recursive: true, force: true }).catch(rethrow);
  }

  async *list(tenant: string, isClosing = false): AsyncIterable<Entry> {
    const bits = isClosing ? closedBits(this.root) : 0;
    for await (const path of pathsBelow(this.pathOf(tenant), bits)) {
      const found = await stat(path).catch(ifThere);
      if (!found) continue;
      await close(path, found.mode, bits).catch(rethrow);
      const key = relative(this.root, path).split(sep).join('/');
      yield { key, size: found.size, modifiedAt: found.mtimeMs };
    }
  }

  async *tenants(): AsyncIterable<string> {
    const entries = await readdir(this.root, { withFileTypes: true }).catch(ifThere);
    for (const entry of entries ?? [])
      if (entry.isDirectory() && entry.name !== incoming) yield entry.name;
  }

  async closeToOthers(): Promise<void> {
    const bits = closedBits(this.root);
    for (const folder of [this.root, join(this.root, incoming)])
      await closeFolder(folder, bits).catch(rethrow);
  }

  async check(): Promise<void> {
    const probe = join(this.root, incoming, randomUUID());
    await makeFolder(dirname(probe)).catch(rethrow);
    await writeFile(probe, '', { flag: 'wx' }).catch(rethrow);
    await rm(probe, { force: true });
  }

  private async keep(path: string, tenant: string, meter: Meter): Promise<Stored> {
    const { size, checksum, head } = meter.result();
    const random = randomBytes(4).toString('hex');
    const key = `${tenant}/${checksum.slice(0, 2)}/${checksum}.${random}`;
    await renameDurably(path, this.pathOf(key));
    return { key, size, checksum, head };
  }

  private pathOf(key: string): string {
    return join(this.root, checkKey(key));
  }
}

/**
 * All files, folder by folder: a tenant may have more of them than memory holds names.
 * @param bits what is taken from the modes of folders
 */
async function* pathsBelow(folder: string, bits: number): AsyncIterable<string> {
  const { mode } = (bits && (await stat(folder).catch(ifThere))) || { mode: 0 };
  await close(folder, mode, bits);
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(ifThere)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* pathsBelow(path, bits);
    else if (entry.isFile()) yield path;
  }
}

function ifThere(error: unknown): undefined {
  if (!isMissing(error)) throw failure(error);
}

function rethrow(error: unknown): never {
  throw failure(error);
}

function failure(error: unknown): unknown {
  if (error instanceof StorageError) return error;
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (isMissing(error)) return new StorageError('not_there', 'no such key', { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new StorageError('full', 'no space left', { cause: error });
  // Of the system, not ours. The message names the folder.
  if (syscall) return new StorageError('unavailable', message, { cause: error });
  return error;
}
