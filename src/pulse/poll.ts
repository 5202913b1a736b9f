import type { Logger } from 'pino';
import { type DiskRoom, endlessRoom } from '../storage/disk-room.ts';
import { subjectOf } from './outages.ts';

export interface Poll {
  /** There is something to do: the next round begins at once, or when the one under way has ended. */
  nudge(): void;
  /** There may be something to do: as `nudge`, but no sooner than `everyMs` after the last round began. */
  stir(): void;
  /** Finishes the round under way. */
  stop(): Promise<void>;
  /** Its name in /ready, and in the labels of metrics. */
  name: string;
  /** Whether it does not turn any more: a round hangs, or all of them fail, for `stuckMs`. */
  isStuck(): boolean;
}

/** How often a loop looks. */
export interface Pace {
  /** While there is something to do, or a round has failed. */
  everyMs: number;
  /** While there is nothing: it is nudged or stirred, and looks by itself only in case that was lost. */
  restMs(): number;
}

/** Whether there is more to do at once; `soon` after the usual while. */
type More = boolean | 'soon';

/** So long a round may take, or rounds may fail, before the loop counts as stuck. */
const usualStuckMs = 20_000;

/**
 * Does a part of some work again and again: at once while there is more of it or when asked, else at its pace. A
 * round that fails is told to the log and tried again later: the database may be away for a while.
 * @param pace how often; a number for the same always
 * @param work one part; returns whether there is more to do at once, or `soon`: after `everyMs`. A long one calls `goesOn`
 * after each of its steps
 * @param room while it is short nothing is done: all that polls do writes
 * @param stuckMs how long one step may take at most
 */
export function startPoll(
  name: string,
  pace: number | Pace,
  work: (ending: AbortSignal, goesOn: () => void) => Promise<More>,
  log: Logger,
  room: Pick<DiskRoom, 'isShort'> = endlessRoom,
  stuckMs = usualStuckMs,
): Poll {
  const ending = new AbortController();
  const { signal } = ending;
  const everyMs = typeof pace === 'number' ? pace : pace.everyMs;
  let isNudged = false;
  let isStirred = false;
  let beganAt = 0;
  let wake = () => {};
  let hurry = () => {};
  const failures = new Failures(name, log);
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, ms);
      const endsAt = performance.now() + ms;
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      hurry = () => {
        const now = performance.now();
        if (beganAt + everyMs >= endsAt) return;
        clearTimeout(timer);
        timer = setTimeout(resolve, Math.max(0, beganAt + everyMs - now));
      };
      if (isNudged || signal.aborted) wake();
      else if (isStirred) hurry();
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
        isStirred = false;
        // A failure is no progress: the time keeps counting until a round has succeeded.
        return 'soon' as const;
      },
    );
  const loop = async () => {
    while (!signal.aborted) {
      isNudged = false;
      isStirred = false;
      beganAt = performance.now();
      const mayWork = !room.isShort;
      if (!mayWork) turnedAt = undefined;
      else turnedAt ??= performance.now();
      const more = mayWork ? await round() : 'soon';
      if (more === true) continue;
      const isResting = more === false && typeof pace !== 'number';
      await pause(isResting ? pace.restMs() : failures.pauseMs(everyMs));
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
    stir() {
      isStirred = true;
      hurry();
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
