import { existsSync, realpathSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { BaseManifest } from './base-manifest.ts';
import { type Destination, readWhole } from './destination.ts';
import { type Found, findBackup } from './find.ts';
import { readHoldings } from './layout.ts';
import { segmentBytes } from './lsn.ts';
import { storedBytes } from './unpack-base.ts';

/** Room for what recovery writes, beside the database itself. */
const factor = 1.2;
/** The most segments of WAL that lie ready while it recovers. */
const mostSegments = 64;

export interface Source {
  destination: Destination;
  identities: readonly string[];
  to: Date | 'latest';
}

/** A base backup and its WAL that are restored beside the database, and the bytes that this will have. */
export type Sized = Found & { bytes: number; files: number };

/** @throws BackupError where that moment cannot be restored */
export async function findSource({ destination, identities, to }: Source): Promise<Sized> {
  const found = findBackup(await readHoldings(destination), destination.name, to);
  return sized({ destination, identities }, found);
}

export async function sized(
  { destination, identities }: Omit<Source, 'to'>,
  found: Found,
): Promise<Sized> {
  const stored = storedBytes({ destination, identities, base: found.base }, found.base.manifest);
  const manifest = new BaseManifest((await readWhole(stored)).toString());
  return { ...found, bytes: manifest.size(), files: manifest.count() };
}

/** Says nothing about the backups. */
export class NoRoomError extends Error {
  override name = 'NoRoomError';
}

/**
 * Before anything is written: the running server refuses writes when its disk has no more than the reserve.
 * @returns a sentence about it
 * @throws NoRoomError
 */
export async function requireRoom(
  dataDir: string,
  { bytes, wal }: Pick<Sized, 'wal' | 'bytes'>,
  reserveBytes: number,
): Promise<string> {
  const home = join(dataDir, 'postgres');
  const folder = existsSync(home) ? realpathSync(home) : dataDir;
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes * factor + Math.min(wal.length, mostSegments) * segmentBytes;
  const shown = `${mb(needed)} MB of free disk are needed in ${folder}, and ${mb(bavail * bsize)} MB are free`;
  if (bavail * bsize >= needed + reserveBytes) return shown;
  throw new NoRoomError(
    `${shown}, of which ${mb(reserveBytes)} MB stay free for the server (DISK_RESERVE_MB). Make room, or restore on another machine.`,
  );
}

const mb = (bytes: number): number => Math.ceil(bytes / 1e6);
