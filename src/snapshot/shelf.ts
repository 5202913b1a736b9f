import { open, readdir, rm, rmdir, stat, statfs, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../ground/config/config.ts';
import { inFolderOf, isMissing, makeFolder, renameDurably } from '../ground/machine/folders.ts';
import { pump } from '../storage/pump.ts';
import { type ByteRange, type FoundBytes, StorageError } from '../storage/storage.ts';

/** The characters of names of folders and files: nothing that could lead elsewhere. */
const plainId = /^[A-Za-z0-9_-]{1,100}$/;
const ending = '.insula';
/** Of bytes that are not complete, or not checked yet. */
const partEnding = '.part';
const folderMode = 0o700;
/** The folder of a backup whose tenant is not known: no id of a tenant is written like this. */
export const ofNoTenant = 'none';
/** The folder of uploads whose tenant is not known yet. */
export const uploads = 'uploads';
/** How often the free room is looked at while bytes are written. */
const lookBytes = 64 * 1024 * 1024;

/** A snapshot on the shelf. */
export interface Place {
  tenant: string;
  id: string;
}

/** Bytes on their way to the shelf. */
export interface Part {
  /** Where they are until they are complete. */
  path: string;
  /** Takes the bytes in; its `close` says that they are on the disk. */
  sink: Writable;
  /** Resolves when all of them are on the disk. */
  written: Promise<void>;
  /** The error that has ended the writing, if one has. */
  fault(): unknown;
  /** Puts them on the shelf: whole, or not at all. */
  keep(place: Place): Promise<void>;
  drop(): Promise<void>;
}

/** The bytes of a snapshot on the shelf, or what is left of one. */
export interface Found extends Place {
  isPart: boolean;
  modifiedAt: number;
}

/**
 * The shelf of an installation: `<root>/tenants/<tenant>/<id>.insula`, only for the server's user. A file comes into being by
 * rename after fsync.
 */
export class Shelf {
  readonly root: string;
  private readonly reserveBytes: number;

  /** @param reserveBytes what is kept free on its disk */
  constructor(root: string, reserveBytes: number) {
    this.root = root;
    this.reserveBytes = reserveBytes;
  }

  /** @throws StorageError not_there for ids that are not plain */
  pathOf({ tenant, id }: Place): string {
    if (!plainId.test(tenant) || !plainId.test(id))
      throw new StorageError('not_there', 'no such snapshot');
    return join(this.root, 'tenants', tenant, id + ending);
  }

  /**
   * Begins to write; what an earlier attempt has left is overwritten.
   * @param neededBytes as far as it is known
   * @throws StorageError full, also later, by its sink
   */
  async begin(place: Place, neededBytes = 0): Promise<Part> {
    const path = this.pathOf(place) + partEnding;
    await makeFolder(this.root, folderMode);
    await this.requireRoom(neededBytes);
    await rm(path, { force: true });
    const handle = await inFolderOf(path, () => open(path, 'wx', 0o600), folderMode);
    const file = handle.createWriteStream({ flush: true });
    const guard = new RoomGuard(() => this.requireRoom(0));
    const written = pipeline(guard, file);
    let fault: unknown;
    written.catch((error) => {
      fault = error;
    });
    return {
      path,
      sink: guard,
      written,
      fault: () => fault ?? guard.errored,
      keep: async (final) => {
        await written;
        const now = new Date();
        await utimes(path, now, now);
        const target = this.pathOf(final);
        await renameDurably(path, target, folderMode);
        if (dirname(target) !== dirname(path)) await rmdir(dirname(path)).catch(() => {});
      },
      drop: async () => {
        if (fault === undefined && !guard.writableFinished) guard.destroy();
        await written.catch(() => {});
        await rm(path, { force: true });
        await rmdir(dirname(path)).catch(() => {});
      },
    };
  }

  /** Reads it from its beginning. @throws StorageError not_there */
  async open(place: Place): Promise<Readable> {
    const handle = await open(this.pathOf(place)).catch(missing);
    return handle.createReadStream();
  }

  /** @throws StorageError not_there */
  async find(place: Place, range: ByteRange): Promise<FoundBytes> {
    const handle = await open(this.pathOf(place)).catch(missing);
    return { sendTo: (sink) => pump(handle, sink, range).finally(() => handle.close()) };
  }

  /** Removes it, and what is left of an attempt to write it. */
  async remove(place: Place): Promise<void> {
    const path = this.pathOf(place);
    for (const one of [path, path + partEnding]) await rm(one, { force: true });
    await rmdir(dirname(path)).catch(() => {});
  }

  /** Everything on it, or everything of one tenant. */
  async *list(tenant?: string): AsyncIterable<Found> {
    const folder = join(this.root, 'tenants');
    for (const name of tenant === undefined ? await namesIn(folder) : [tenant]) {
      for (const file of await namesIn(join(folder, name))) {
        const [, id, part] = /^(.+)\.insula(\.part)?$/.exec(file) ?? [];
        const found = id && (await stat(join(folder, name, file)).catch(() => undefined));
        if (!id || !found || !plainId.test(name) || !plainId.test(id)) continue;
        yield { tenant: name, id, isPart: part !== undefined, modifiedAt: found.mtimeMs };
      }
    }
  }

  /** @throws StorageError full when writing so many bytes would touch the reserve */
  private async requireRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.root);
    if (bavail * bsize - bytes < this.reserveBytes)
      throw new StorageError('full', 'no room left for snapshots');
  }
}

/** The shelf of this installation: API and worker share the folder. */
export const shelfOf = ({ dataDir, diskReserveBytes }: Config): Shelf =>
  new Shelf(join(dataDir, 'backups'), diskReserveBytes);

/** Passes bytes on while there is room for them. */
class RoomGuard extends Transform {
  private readonly look: () => Promise<void>;
  private sinceLook = 0;

  constructor(look: () => Promise<void>) {
    super();
    this.look = look;
  }

  override _transform(
    piece: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, piece?: Buffer) => void,
  ): void {
    this.sinceLook += piece.length;
    if (this.sinceLook < lookBytes) {
      done(null, piece);
      return;
    }
    this.sinceLook = 0;
    this.look().then(() => done(null, piece), done);
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).toSorted();

function missing(error: unknown): never {
  if (isMissing(error)) throw new StorageError('not_there', 'no such snapshot', { cause: error });
  throw error;
}
