import type pg from 'pg';
import type { Logger } from 'pino';
import { ask } from '../db/ask.ts';
import type { DiskRoom } from '../storage/disk-room.ts';
import { type Poll, startPoll } from './poll.ts';

/** While there is something to do, or was a moment ago. */
const everyMs = 250;
/** After a sign of life it looks so long at that pace: what follows from a change gives no sign of its own. */
const awakeMs = 2_000;
/** Otherwise until the next thing is due, but no longer: a sign may have been lost. `worker.work_look` looks no further ahead. */
const mostMs = 5_000;
/** Rows that a look reads of each queue; where there are more, all queues are looked at. */
const rowsPerLook = 1_000;

interface Found {
  kinds: string[];
  is_more: boolean;
  rest_ms: number | null;
}

/**
 * Looks which queues have something to do, and wakes those who do it: one question for all of them, because on a cluster
 * each question goes to every node. It looks when it is told of a change and when the next thing is due; while there is
 * something to do, four times a second.
 */
export class Lookout {
  private readonly wakes = new Map<string, () => void>();
  private stirredAt = Number.NEGATIVE_INFINITY;
  private restMs = mostMs;
  readonly poll: Poll;
  /** Told of each sign of life as well. */
  onStir = () => {};

  constructor(pool: pg.Pool, log: Logger, room?: DiskRoom) {
    const look = async () => {
      const { kinds, is_more, rest_ms } = await ask<Found>(
        pool,
        'select worker.work_look($1) as answer',
        [rowsPerLook],
      );
      for (const kind of is_more ? this.wakes.keys() : kinds) this.wakes.get(kind)?.();
      this.restMs = Math.min(rest_ms ?? mostMs, mostMs);
      const isAwake = performance.now() - this.stirredAt < awakeMs;
      return is_more || kinds.length > 0 || (isAwake && this.restMs > everyMs) ? 'soon' : false;
    };
    this.poll = startPoll('lookout', { everyMs, restMs: () => this.restMs }, look, log, room);
  }

  /** @param kind of app.work, a channel of app.messages, or `journal` or `schedule` */
  add(kind: string, wake: () => void): void {
    this.wakes.set(kind, wake);
  }

  /** Looks at once: something was queued. */
  nudge(): void {
    this.stirredAt = performance.now();
    this.poll.nudge();
  }

  /** Something has changed: looks soon. */
  stir(): void {
    this.stirredAt = performance.now();
    this.poll.stir();
    this.onStir();
  }

  stop(): Promise<void> {
    return this.poll.stop();
  }
}
