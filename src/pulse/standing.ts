import type { Poll } from './poll.ts';

/** Something of the worker that turns, or does not. */
export type Turning = Pick<Poll, 'name' | 'isStuck'>;

/** How the worker of a process is. */
export interface Worker {
  /** The names of all of its lanes, and of those that do not turn any more. */
  lanes: string[];
  stuck(): string[];
}

/** How the backups of this process are; times in milliseconds, undefined where there is none yet. */
export interface BackupsStanding {
  lastBaseAt: number | undefined;
  verifiedAt: number | undefined;
  /** When no WAL waited to be stored. */
  caughtUpAt: number | undefined;
  isDestinationUp: boolean;
}

/** A process that works, or makes backups, also has one as soon as it has started. */
export interface WorkerStanding {
  worker?: Worker | undefined;
  backups?: Readonly<BackupsStanding> | undefined;
}

/** Those that do not turn, by name. */
export const stuckAmong = (turning: readonly Turning[]): string[] =>
  turning.filter((one) => one.isStuck()).map(({ name }) => name);

/** As /ready shows it: `ok`, or the stuck ones. */
export const lanesText = (stuck: string[]): string =>
  stuck.length === 0 ? 'ok' : `stuck: ${stuck.join(', ')}`;
