import { createHash } from 'node:crypto';
import { chown, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { OsUser } from '../db/embedded/os-user.ts';
import { BaseManifest } from './base-manifest.ts';
import { type Destination, readWhole } from './destination.ts';
import { BackupError, MissingError } from './errors.ts';
import type { Base } from './layout.ts';
import { Meter, unpacked } from './packing.ts';
import { tarEntries } from './tar.ts';

export interface UnpackJob {
  destination: Destination;
  identities: readonly string[];
  base: Base;
}

/** The bytes of a stored file. @throws BackupError where they are not those that were stored, as soon as all are read */
export async function* storedBytes(
  { destination, identities }: UnpackJob,
  { key, checksum }: { key: string; checksum?: string },
): AsyncGenerator<Buffer> {
  const stream = await destination.read(key);
  if (!stream) throw new MissingError(`${destination.name}/${key} is missing.`);
  const meter = new Meter();
  yield* unpacked(meter.pass(stream), key, identities);
  if (checksum !== undefined && meter.checksum() !== checksum)
    throw new BackupError(`${key} is damaged: its checksum is not that of the backup.`);
}

/**
 * Reads a base backup and compares each of its files with the manifest.
 * @param write is given the files, and has read all of one when it returns
 */
export async function readBase(
  job: UnpackJob,
  write: {
    folder(path: string): Promise<void>;
    file(path: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  },
): Promise<void> {
  const manifest = new BaseManifest(
    (await readWhole(storedBytes(job, job.base.manifest))).toString(),
  );
  for await (const entry of tarEntries(storedBytes(job, job.base.tar))) {
    if (entry.isFolder) {
      await write.folder(entry.path);
      continue;
    }
    const hash = createHash('sha256');
    const hashed = async function* () {
      for await (const piece of entry.bytes()) {
        hash.update(piece);
        yield piece;
      }
    };
    await write.file(entry.path, hashed());
    manifest.check(entry.path, entry.size, hash.digest('hex'));
  }
  manifest.end();
}

/** Unpacks a base backup into a folder, as a user that runs PostgreSQL. */
export async function unpackBase(
  job: UnpackJob,
  cluster: string,
  user: OsUser | undefined,
): Promise<void> {
  const own = async (path: string) => user && chown(path, user.uid, user.gid);
  const folder = async (path: string) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await own(path);
  };
  await folder(cluster);
  await readBase(job, {
    folder: (path) => folder(join(cluster, path)),
    async file(path, bytes) {
      const handle = await open(join(cluster, path), 'wx', 0o600);
      try {
        for await (const piece of bytes) await handle.writeFile(piece);
      } finally {
        await handle.close();
      }
      await own(join(cluster, path));
    },
  });
}
