import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Logger } from 'pino';
import type { DiskRoom } from '../../storage/disk-room.ts';

export interface Queue {
  name: string;
  /** Whether it has not run for longer than it takes to begin it again. */
  isStuck(): boolean;
  /** Takes no more jobs, and finishes those under way. */
  stop(): Promise<void>;
}

const lookMs = 1000;
const maxPauseMs = 10_000;
const stuckMs = 30_000;

/**
 * Keeps the runner of the job queue running. It ends by itself where a job, or its clock, ends while the database is away,
 * and it is ended while the disk is full; afterwards it is begun again.
 */
export async function keepQueue(
  begin: () => Promise<Runner>,
  room: DiskRoom,
  log: Logger,
): Promise<Queue> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let runner: Runner | undefined = await begin();
  let endedAt = 0;

  const end = async () => {
    await runner?.stop().catch(() => {});
    if (runner) endedAt = performance.now();
    runner = undefined;
  };
  const beginAgain = async () => {
    for (let pauseMs = lookMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      await pause(pauseMs, signal);
      if (signal.aborted || room.isShort) continue;
      try {
        runner = await begin();
        return;
      } catch (err) {
        log.warn({ err }, 'the job queue cannot be restarted yet');
      }
    }
  };
  const watch = async () => {
    while (runner && !signal.aborted) {
      const hasEnded = await Promise.race([over(runner), pause(lookMs, signal)]);
      if (signal.aborted) return;
      if (!hasEnded && !room.isShort) continue;
      if (hasEnded) log.warn('the job queue ended unexpectedly: it is being restarted');
      await end();
      await beginAgain();
    }
  };
  const watching = watch();
  return {
    name: 'clock',
    isStuck() {
      return !runner && !signal.aborted && !room.isShort && performance.now() - endedAt > stuckMs;
    },
    async stop() {
      stopping.abort();
      await watching;
      await end();
    },
  };
}

const over = ({ promise }: Runner): Promise<true> =>
  promise.then(
    () => true as const,
    () => true as const,
  );

const pause = (ms: number, signal: AbortSignal): Promise<false> =>
  sleep(ms, false as const, { signal, ref: false }).catch(() => false as const);
