import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageError } from '../ground/storage-error.ts';
import type { ChildMeans } from './child-messages.ts';
import type { Manifest } from './format.ts';
import { type WriteJob, writeInChild } from './process.ts';

const pieceBytes = 256 * 1024;
const lookMs = 100;

/** A snapshot on its way out. */
export interface Spooled {
  manifest: Manifest;
  /** Its bytes, at the pace of the reader. @throws the error that ended the snapshot */
  bytes: AsyncIterable<Buffer>;
}

export interface SpoolOptions {
  signal: AbortSignal;
  /** So much of the disk is kept free. */
  reserveBytes: number;
}

/**
 * Makes a snapshot for a reader of any speed. It is written to a file without a name as fast as it goes, and read from there
 * while it grows: its transaction ends when the tenant has been read, however slow the reader is, and whatever happens to this
 * process, no file is left.
 */
export async function spooled(
  means: ChildMeans,
  job: Omit<WriteJob, 'to'>,
  options: SpoolOptions,
): Promise<Spooled> {
  const { signal } = options;
  const folder = join(means.dataDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const look = () => requireRoom(folder, options.reserveBytes);
  await look();
  const path = join(folder, `snapshot-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const { promise: begun, resolve } = Promise.withResolvers<Manifest>();
  const writing = (async () => {
    await rm(path);
    await writeInChild(
      means,
      { ...job, to: { fd: file.fd } },
      { signal: until, onManifest: resolve },
    );
  })();
  const watching = watch(look, writing).catch(async (error) => {
    ended.abort(error);
    // A reader that stands still would keep them.
    await writing.catch(() => file.truncate(0)).catch(() => {});
  });
  const close = async () => {
    ended.abort(new Error('the snapshot is not read any more'));
    await writing.catch(() => {});
    await watching;
    await file.close();
  };
  try {
    // One that fails before its manifest rejects here.
    const manifest = await Promise.race([begun, writing.then(() => begun)]);
    return { manifest, bytes: following(file, writing, close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reads a file while it is written. */
async function* following(
  file: FileHandle,
  writing: Promise<unknown>,
  close: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let isWhole = false;
  const whole = writing.then(
    () => (isWhole = true),
    () => {},
  );
  try {
    for (let position = 0; ; ) {
      // Before the read: what is read after the end of the writing is all.
      const wasWhole = isWhole;
      const { bytesRead, buffer } = await file.read(
        Buffer.allocUnsafe(pieceBytes),
        0,
        pieceBytes,
        position,
      );
      if (bytesRead > 0) {
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (wasWhole) return;
      else {
        await Promise.race([whole, sleep(lookMs)]);
        if (!isWhole) await Promise.race([writing, Promise.resolve()]);
      }
    }
  } finally {
    await close();
  }
}

/** Looks while the file grows, whatever its reader does. @throws what a look throws */
async function watch(look: () => Promise<void>, writing: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = writing.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  while (!isOver) {
    await look();
    await Promise.race([over, sleep(lookMs, undefined, { ref: false })]);
  }
}

/** @throws StorageError full */
async function requireRoom(folder: string, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserveBytes)
    throw new StorageError('full', 'no room left for a snapshot that is sent');
}
