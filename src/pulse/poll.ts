import type { Logger } from 'pino';
import { type DiskRoom, endlessRoom } from '../storage/disk-room.ts';
import { subjectOf } from './outages.ts';

export interface Poll {
  /** There is something to do: the next round begins at once, or when the one under way has ended. */
  nudge(): void;
  /** Finishes the round under way. */
  stop(): Promise<void>;
  /** Its name in /ready, and in the labels of metrics. */
  name: string;
  /** Whether it does not turn any more: a round hangs, or all of them fail, for `stuckMs`. */
  isStuck(): boolean;
}

/** So long a round may take, or rounds may fail, before the loop counts as stuck. */
const usualStuckMs = 20_000;

/**
 * Does a part of some work again and again: at once while there is more of it or when asked, else after `everyMs`. A
 * round that fails is told to the log and tried again later: the database may be away for a while.
 * @param work one part; returns whether there is more to do at once. A long one calls `goesOn` after each of its steps
 * @param room while it is short nothing is done: all that polls do writes
 * @param stuckMs how long one step may take at most
 */
export function startPoll(
  name: string,
  everyMs: number,
  work: (ending: AbortSignal, goesOn: () => void) => Promise<boolean>,
  log: Logger,
  room: Pick<DiskRoom, 'isShort'> = endlessRoom,
  stuckMs = usualStuckMs,
): Poll {
  const ending = new AbortController();
  const { signal } = ending;
  let isNudged = false;
  let wake = () => {};
  const failures = new Failures(name, log);
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, failures.pauseMs(everyMs));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isNudged || signal.aborted) wake();
    });
  /** When the loop was last seen to get on; while it rests, now. */
  let turnedAt: number | undefined;
  const goesOn = () => {
    turnedAt = performance.now();
  };
  const round = () =>
    work(signal, goesOn).then(
      (isMore) => {
        failures.over();
        turnedAt = undefined;
        return isMore;
      },
      (err) => {
        failures.add(err);
        // A nudge meanwhile would only make it fail faster.
        isNudged = false;
        // A failure is no progress: the time keeps counting until a round has succeeded.
        return false;
      },
    );
  const loop = async () => {
    while (!signal.aborted) {
      isNudged = false;
      const mayWork = !room.isShort;
      if (!mayWork) turnedAt = undefined;
      else turnedAt ??= performance.now();
      const isMore = mayWork && (await round());
      if (!isMore) await pause();
    }
  };
  let hasEnded = false;
  const done = loop().finally(() => {
    hasEnded = true;
  });
  return {
    name,
    isStuck() {
      if (signal.aborted) return false;
      return hasEnded || (turnedAt !== undefined && performance.now() - turnedAt > stuckMs);
    },
    nudge() {
      isNudged = true;
      wake();
    },
    async stop() {
      ending.abort();
      wake();
      await done;
    },
  };
}

const maxPauseMs = 2_000;
const tellAgainMs = 60_000;

/** Failures in a row: told once, and once a minute, while what they wait for is away; and tried again less often. */
class Failures {
  private readonly name: string;
  private readonly log: Logger;
  private count = 0;
  private toldAt = 0;
  /** Whether the outage was logged: then the recovery is logged as well. */
  private isOutage = false;

  constructor(name: string, log: Logger) {
    this.name = name;
    this.log = log;
  }

  add(err: unknown): void {
    this.count += 1;
    this.isOutage = subjectOf(err) !== undefined;
    const isNews = this.count === 1 || performance.now() - this.toldAt > tellAgainMs;
    if (isNews) this.toldAt = performance.now();
    this.log[isNews ? 'warn' : 'debug'](
      { err, failures: this.count },
      `the ${this.name} could not do its work`,
    );
  }

  over(): void {
    if (this.count > 1)
      this.log[this.isOutage ? 'debug' : 'info'](
        { failures: this.count },
        `the ${this.name} works again`,
      );
    this.count = 0;
  }

  pauseMs(everyMs: number): number {
    return Math.max(everyMs, Math.min(everyMs * 2 ** Math.min(this.count, 8), maxPauseMs));
  }
}
