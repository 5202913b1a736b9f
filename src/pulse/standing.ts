import type { Poll } from './poll.ts';

/** Something of the worker that turns, or does not. */
export type Turning = Pick<Poll, 'name' | 'isStuck'>;

/** How the worker of a process is. */
export interface Worker {
  /** The names of all of its lanes, and of those that do not turn any more. */
  lanes: string[];
  stuck(): string[];
}

/** A process that works also has one as soon as it has started. */
export interface WorkerStanding {
  worker?: Worker | undefined;
}

/** Those that do not turn, by name. */
export const stuckAmong = (turning: readonly Turning[]): string[] =>
  turning.filter((one) => one.isStuck()).map(({ name }) => name);

/** As /ready shows it: `ok`, or the stuck ones. */
export const lanesText = (stuck: string[]): string =>
  stuck.length === 0 ? 'ok' : `stuck: ${stuck.join(', ')}`;
