import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import { isUnreachable } from '../db/errors.ts';

/** A signal that npm, or a terminal, delivers twice counts once. */
const sameSignalMs = 1000;
/** How long the process takes to exit at the end. */
const exitMs = 500;

export interface Lifecycle {
  log: Logger;
  /** Ends everything in order; called once. @param isHurried something has gone wrong: no more requests are taken */
  stop(isHurried: boolean): Promise<void>;
  /** How long that may take: then the process ends as it is. */
  stopMs: number;
  /** Settles when something that the process cannot live without has ended, with the reason. */
  lost: Promise<string>;
  /** End when the process that started this one has ended (npm was killed), instead of staying behind. */
  followParent: boolean;
}

/**
 * Keeps the process until it is told to end. Ctrl-C and SIGTERM drain and exit with 0; a second one exits at once.
 * An error that nothing caught, and a lost database, end it with 1, after the same orderly stop; a call of a database
 * that is away for a moment does not.
 */
export function keepRunning({ log, stop, stopMs, lost, followParent }: Lifecycle): void {
  let endingSince: number | undefined;
  const end = async (code: number) => {
    if (endingSince !== undefined) return;
    endingSince = performance.now();
    setTimeout(() => {
      log.error(`not stopped after ${stopMs / 1000} s: exiting anyway`);
      process.exit(1);
    }, stopMs - exitMs).unref();
    try {
      await stop(code !== 0);
      log.info('stopped');
    } catch (err) {
      log.error({ err }, 'did not stop cleanly');
      process.exit(1);
    }
    process.exit(code);
  };
  let following: NodeJS.Timeout | undefined;
  const isAttached = hasTerminal();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && !isAttached) {
        // Its terminal has closed, and nohup lets it continue. Node forgets that, and npm, our parent, is ended by it.
        clearInterval(following);
        log.info('the terminal has closed: going on without it');
        return;
      }
      if (endingSince === undefined) {
        log.info(`${signal}: finishing the requests under way; send it again to stop at once`);
        void end(0);
      } else if (performance.now() - endingSince > sameSignalMs) {
        log.warn(`${signal} again: stopping at once`);
        process.exit(1);
      }
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (err) => {
      // The job queue lets go of a call that failed so; the database comes back, or `lost` reports that it will not.
      if (event === 'unhandledRejection' && isUnreachable(err)) {
        log.error({ err }, 'a call of the database failed');
        return;
      }
      log.fatal({ err }, event);
      void end(1);
    });
  }
  lost.then((reason) => {
    log.fatal(reason);
    void end(1);
  });
  if (followParent) following = whenParentEnds(() => void end(0));
}

/** Whether a person sees this process, and no proxy stands before it. */
export const hasTerminal = (): boolean => [0, 1, 2].some((stream) => isatty(stream));

/** A process whose parent has ended gets another one. */
function whenParentEnds(then: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 1000);
  return timer.unref();
}
