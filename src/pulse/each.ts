import { subjectOf } from './outages.ts';

/** A log, of whatever library. */
interface Log {
  error(message: string): void;
}

/** The reason of an error without its message, which may quote a value of a tenant. */
export const reasonOf = (error: unknown): string =>
  (error as { code?: string }).code ?? (error as Error).name;

/**
 * Does something for each of a list, one after the other. One for which it fails keeps no other from its turn: its fault is
 * logged.
 * @param describe what could not be done, as a sentence without its end
 * @returns those for which it was done
 * @throws an error that all of them would meet: the database is away, or the process ends
 */
export async function eachByItself<T>(
  list: readonly T[],
  work: (one: T) => Promise<unknown>,
  describe: (one: T) => string,
  log: Log,
  signal?: AbortSignal,
): Promise<T[]> {
  const done: T[] = [];
  for (const one of list) {
    signal?.throwIfAborted();
    try {
      await work(one);
      done.push(one);
    } catch (error) {
      signal?.throwIfAborted();
      if (subjectOf(error) === 'database') throw error;
      log.error(`${describe(one)}: ${reasonOf(error)}`);
    }
  }
  return done;
}
