import type { Logger } from 'pino';
import { type DiskRoom, endlessRoom } from './disk-room.ts';

export interface Poll {
  /** There is something to do: the next round begins at once, or when the one under way has ended. */
  nudge(): void;
  /** Finishes the round under way. */
  stop(): Promise<void>;
}

/**
 * Does a part of some work again and again: at once while there is more of it or somebody says so, else after
 * `everyMs`. A round that fails is told to the log and tried again later: the database may be away for a while.
 * @param work one part; says whether there is more to do at once
 * @param room while it is short nothing is done: all that polls do writes
 */
export function startPoll(
  name: string,
  everyMs: number,
  work: (ending: AbortSignal) => Promise<boolean>,
  log: Logger,
  room: Pick<DiskRoom, 'isShort'> = endlessRoom,
): Poll {
  const ending = new AbortController();
  const { signal } = ending;
  let isNudged = false;
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isNudged || signal.aborted) wake();
    });
  const round = () =>
    work(signal).catch((err) => {
      log.warn({ err }, `the ${name} could not do its work`);
      // Whoever nudges meanwhile would only make it fail faster.
      isNudged = false;
      return false;
    });
  const loop = async () => {
    while (!signal.aborted) {
      isNudged = false;
      const isMore = !room.isShort && (await round());
      if (!isMore) await pause();
    }
  };
  const done = loop();
  return {
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
