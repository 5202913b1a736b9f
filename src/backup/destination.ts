import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { BackupPlace } from '../ground/config/backup.ts';
import type { ByteRange } from '../storage/storage.ts';
import { BackupError } from './errors.ts';

/** Says whose backups a destination holds; the first file there. */
export const rootKey = 'insula.json';

export interface Stored {
  /** Below the destination, such as `chains/chn_…/chain.json`. */
  key: string;
  size: number;
  /** In milliseconds. */
  modifiedAt: number;
}

/** A place that keeps backups. A file appears there whole or not at all, and survives the machine once `write` has returned. */
export interface Destination {
  /** As people write it: `file:///…`, `s3://…`. */
  name: string;
  write(key: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** @param range all of it unless given @returns undefined where there is no such file */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** All files below a folder, which ends in a slash or is empty. */
  list(folder: string): AsyncIterable<Stored>;
  remove(keys: readonly string[]): Promise<void>;
  /** Removes what writers that ended early have left. */
  clean(): Promise<void>;
}

/** As people write it. */
export const nameOf = (place: BackupPlace): string =>
  'folder' in place ? pathToFileURL(place.folder).href : `s3://${place.s3.bucket}/${place.prefix}`;

/** The driver of a place; what S3 needs is loaded only for S3. */
export async function openDestination(place: BackupPlace): Promise<Destination> {
  if ('folder' in place) {
    const { DiskDestination } = await import('./disk.ts');
    return new DiskDestination(place.folder);
  }
  const { S3Destination } = await import('./s3.ts');
  return new S3Destination(place.s3, place.prefix);
}

export async function readWhole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** More than any file in JSON has: a destination may hold anything. */
const maxJsonBytes = 1_000_000;

/** @returns undefined where the file is missing @throws BackupError that names it if it is not JSON */
export async function readJson<T>(destination: Destination, key: string): Promise<T | undefined> {
  const stream = await destination.read(key);
  if (!stream) return undefined;
  const fault = (found: string) =>
    new BackupError(`${destination.name}/${key} cannot be read: ${found}.`);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxJsonBytes) throw fault(`it has more than ${maxJsonBytes} bytes`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as T;
  } catch (error) {
    throw fault((error as Error).message);
  }
}

export const writeJson = (destination: Destination, key: string, value: unknown): Promise<void> =>
  destination.write(key, once(Buffer.from(`${JSON.stringify(value, null, 2)}\n`)));

export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
