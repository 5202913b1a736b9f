import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Server } from './server.ts';

export interface Supervised {
  /** Resolves, with the end of the server's log, when PostgreSQL has ended and cannot be started again. */
  lost: Promise<string>;
  /** Ends PostgreSQL with a checkpoint; without one where that takes longer than `withinMs`. */
  stop(withinMs?: number): Promise<void>;
}

interface Supervision {
  /** On the disk that PostgreSQL writes to. */
  folder: string;
  log: Logger;
  /** Clears what the last one left and starts the next; ends early, with an error, when `stopping` fires. */
  start(stopping: AbortSignal): Promise<Server>;
}

/** Before the first attempt, the second, and so on; the last counts for all that follow. */
const pausesMs = [0, 250, 500, 1000, 2000, 4000, 5000];
/** So many attempts in a row may fail, or lead to a server that soon ends again. */
const maxFailures = 12;
/** A server that has run for so long has recovered. */
const calmMs = 60_000;
/** PostgreSQL needs room for a lock file and two segments of its log to come up. */
const minBytes = 48 * 1024 * 1024;
/** How long one may take to end that has only just come up when it is not needed any more. */
const lateMs = 3_000;

/**
 * Starts PostgreSQL again whenever it ends by itself, until it is told to stop. An attempt that fails while the disk is
 * full does not count: it comes up as soon as there is room, however long that takes.
 */
export function supervise(first: Server, { folder, log, start }: Supervision): Supervised {
  const stopping = new AbortController();
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  let server: Server | undefined = first;
  let failures = 0;

  const startAgain = async (): Promise<Server | undefined> => {
    let reason = '';
    for (let attempt = failures - 1; failures < maxFailures; attempt++) {
      const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)];
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return undefined;
      try {
        return await start(stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        reason = (error as Error).message;
        const isFull = await lacksRoom(folder);
        if (!isFull) failures += 1;
        log.error({ reason }, `PostgreSQL does not start${isFull ? ': the disk is full' : ''}`);
      }
    }
    lose(reason);
    return undefined;
  };

  const watch = async () => {
    while (server) {
      const since = performance.now();
      const said = await server.ended;
      server = undefined;
      if (stopping.signal.aborted) return;
      failures = performance.now() - since > calmMs ? 1 : failures + 1;
      log.error({ postgres_log: said }, 'PostgreSQL stopped unexpectedly: starting it again');
      server = await startAgain();
      if (stopping.signal.aborted) await server?.stop(lateMs);
      else if (server) log.warn('PostgreSQL is running again');
    }
  };
  const watching = watch();

  return {
    lost,
    async stop(withinMs) {
      stopping.abort();
      await server?.stop(withinMs);
      await watching;
    },
  };
}

async function lacksRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < minBytes;
}
