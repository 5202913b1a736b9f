import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Poll {
  /** Finishes the round under way. */
  stop(): Promise<void>;
}

/**
 * Does a part of some work again and again: at once while there is more of it, else after `everyMs`. A round that
 * fails is told to the log and tried again later: the database may be away for a while.
 * @param work one part; says whether there is more to do at once
 */
export function startPoll(
  name: string,
  everyMs: number,
  work: (ending: AbortSignal) => Promise<boolean>,
  log: Logger,
): Poll {
  const ending = new AbortController();
  const { signal } = ending;
  const round = () =>
    work(signal).catch((err) => {
      log.warn({ err }, `the ${name} could not do its work`);
      return false;
    });
  const loop = async () => {
    while (!signal.aborted) {
      const isMore = await round();
      if (!isMore) await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  };
  const done = loop();
  return {
    async stop() {
      ending.abort();
      await done;
    },
  };
}
