import { existsSync, realpathSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { BaseManifest } from '../../backup/base-manifest.ts';
import { type Destination, readWhole } from '../../backup/destination.ts';
import { BackupError } from '../../backup/errors.ts';
import { type Found, findBackup } from '../../backup/find.ts';
import { readHoldings } from '../../backup/layout.ts';
import { segmentBytes } from '../../backup/lsn.ts';
import { storedBytes } from '../../backup/unpack-base.ts';

/** Room for what recovery writes, beside the database itself. */
const factor = 1.2;
/** The most segments of WAL that lie ready while it recovers. */
const mostSegments = 64;

export interface Source {
  destination: Destination;
  identities: readonly string[];
  to: Date | 'latest';
}

/** The base backup of a drill, and the bytes that its database has. @throws BackupError */
export async function findSource({
  destination,
  identities,
  to,
}: Source): Promise<Found & { bytes: number }> {
  const found = findBackup(await readHoldings(destination), destination.name, to);
  const stored = storedBytes({ destination, identities, base: found.base }, found.base.manifest);
  const manifest = new BaseManifest((await readWhole(stored)).toString());
  return { ...found, bytes: manifest.size() };
}

/**
 * Before anything is written: the running server refuses writes when its disk has no more than the reserve.
 * @throws BackupError where there is not enough room
 */
export async function requireRoom(
  dataDir: string,
  { bytes, wal }: Pick<Found, 'wal'> & { bytes: number },
  reserveBytes: number,
): Promise<string> {
  const home = join(dataDir, 'postgres');
  const folder = existsSync(home) ? realpathSync(home) : dataDir;
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes * factor + Math.min(wal.length, mostSegments) * segmentBytes;
  const shown = `${mb(needed)} MB of free disk are needed in ${folder}, and ${mb(bavail * bsize)} MB are free`;
  if (bavail * bsize >= needed + reserveBytes) return shown;
  throw new BackupError(
    `${shown}, of which ${mb(reserveBytes)} MB stay free for the server (DISK_RESERVE_MB). Make room, or run the drill on another machine.`,
  );
}

const mb = (bytes: number): number => Math.ceil(bytes / 1e6);
