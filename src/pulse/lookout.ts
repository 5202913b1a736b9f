import type pg from 'pg';
import type { Logger } from 'pino';
import { ask } from '../db/ask.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import { type Poll, startPoll } from './poll.ts';

const everyMs = 250;
/** Rows that a look reads of each queue; where there are more, all queues are looked at. */
const rowsPerLook = 1_000;

/**
 * Looks four times a second which queues have something to do, and wakes those who do it: one question for all of them,
 * because on a cluster each question goes to every node.
 */
export class Lookout {
  private readonly wakes = new Map<string, () => void>();
  readonly poll: Poll;

  constructor(pool: pg.Pool, log: Logger, room?: DiskRoom) {
    const look = async () => {
      const { kinds, is_more } = await ask<{ kinds: string[]; is_more: boolean }>(
        pool,
        'select worker.work_due($1) as answer',
        [rowsPerLook],
      );
      for (const kind of is_more ? this.wakes.keys() : kinds) this.wakes.get(kind)?.();
      return false;
    };
    this.poll = startPoll('lookout', everyMs, look, log, room);
  }

  /** @param kind of app.work, or a channel of app.messages */
  add(kind: string, wake: () => void): void {
    this.wakes.set(kind, wake);
  }

  /** Looks at once: something was queued. */
  nudge(): void {
    this.poll.nudge();
  }

  stop(): Promise<void> {
    return this.poll.stop();
  }
}
