import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { ApiError } from '../ground/errors.ts';

/** Whether there is room for what is to be written. */
export interface DiskRoom {
  readonly isShort: boolean;
  /** @throws 503 while the disk is full */
  require(): void;
}

export interface DiskWatch extends DiskRoom {
  stop(): void;
}

/** While more is free: the more, the later. */
const soonestMs = 1_000;
const latestMs = 5_000;
/** While little more than the reserve is free. */
const closelyMs = 100;
/** The most that a disk takes. */
const bytesPerMs = 1_000_000;
const retrySeconds = 10;

/** For a database elsewhere, which reports a full disk itself. */
export const endlessRoom: DiskRoom = { isShort: false, require() {} };

/**
 * Watches the disk that the embedded PostgreSQL writes to. Writes end before it is full: PostgreSQL goes down when it
 * cannot write its log, and with the reserve it can continue to read, recover and tidy up.
 * @param reserveBytes what is kept free
 */
export async function watchDisk(
  folder: string,
  reserveBytes: number,
  log: Logger,
): Promise<DiskWatch> {
  let isShort = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const free = await freeBytes(folder);
    if (free < reserveBytes !== isShort) {
      // A little more than the reserve before writes begin again, so that they do not flutter.
      isShort = isShort ? free < reserveBytes * 1.1 : true;
      const megabytes = { free_mb: toMb(free), reserve_mb: toMb(reserveBytes) };
      if (free < reserveBytes)
        log.error(megabytes, 'the disk is full: writes are refused until there is space');
      else if (!isShort)
        log.warn(megabytes, 'there is space on the disk again: writes are accepted');
    }
    if (!isStopped) timer = setTimeout(look, restMs(free, reserveBytes)).unref();
  };
  await look();
  return {
    get isShort() {
      return isShort;
    },
    require() {
      if (!isShort) return;
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'The disk is full. Nothing was written; reads still work. Try again when the operator has made room.',
        { retry_after: retrySeconds },
      );
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Until the next look: before it, no disk can be written so full that little more than the reserve is free. */
function restMs(free: number, reserve: number): number {
  const spare = free - 4 * reserve;
  if (spare < 0) return closelyMs;
  return Math.max(soonestMs, Math.min(latestMs, spare / bytesPerMs));
}

/** Infinity where it is not known: that is not a reason to refuse anything. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const toMb = (bytes: number): number => Math.floor(bytes / 1024 / 1024);
