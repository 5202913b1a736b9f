import type { Writable } from 'node:stream';
import type { Channel } from './channels.ts';
import type { RealtimeLimits } from './limits.ts';
import type { Format, Frame } from './row.ts';

/** A socket or stream that events go out on. */
export interface Outlet {
  readonly id: string;
  readonly format: Format;
  readonly isClosed: boolean;
  /** When its connection has ended. */
  readonly ended: Promise<void>;
  /** The channels that it listens to, by the client's names for them. */
  channels(): Iterable<string>;
  /** The channels whose access has to be looked at again. */
  watched(): Channel[];
  /** Ends channels that the caller may not hear any more. */
  lose(channels: readonly string[]): void;
  /** Keeps bytes until `flush`. */
  push(frame: Frame): void;
  /** Sends them at once. @param joined bytes of several frames, by their numbers: the same for many */
  flush(joined: Map<string, Buffer>): void;
  /** When the client has read so far that more can be sent, or the connection has ended. */
  drained(): Promise<void>;
  /** @param code of RFC 6455, or 4400 and up */
  close(code: number, reason: string): void;
  /** Once a second. */
  tick(now: number): void;
}

/** Tells a reader that has stopped reading from one who has just been sent a lot. */
export class Backlog {
  private readonly limits: Pick<RealtimeLimits, 'bufferedBytes' | 'burstMs'>;
  private fullSince: number | undefined;

  constructor(limits: Pick<RealtimeLimits, 'bufferedBytes' | 'burstMs'>) {
    this.limits = limits;
  }

  /** @param waiting bytes that are not sent yet */
  isTooMuch(waiting: number): boolean {
    const { bufferedBytes, burstMs } = this.limits;
    if (waiting <= bufferedBytes) {
      this.fullSince = undefined;
      return false;
    }
    const now = Date.now();
    this.fullSince ??= now;
    return now - this.fullSince > burstMs || waiting > 16 * bufferedBytes;
  }
}

/** Waits for a client that is slower than we are. */
export function drained(stream: Writable): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stream.off('drain', end).off('close', end);
      resolve();
    };
    stream.on('drain', end).on('close', end);
  });
}

/** Frames that wait to be sent, and their bytes in one piece: where many get the same, it is put together once. */
export class Outbox {
  private frames: Frame[] = [];

  push(frame: Frame): void {
    this.frames.push(frame);
  }

  take(joined: Map<string, Buffer>): Buffer | undefined {
    const { frames } = this;
    if (frames.length === 0) return undefined;
    this.frames = [];
    if (frames.length === 1) return frames[0]?.bytes;
    const key = frames.map(({ number }) => number).join();
    let bytes = joined.get(key);
    if (!bytes) {
      bytes = Buffer.concat(frames.map((frame) => frame.bytes));
      joined.set(key, bytes);
    }
    return bytes;
  }
}
