import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../db/ask.ts';
import { ApiError } from '../../ground/errors.ts';
import { SnapshotFailed } from '../../snapshot/errors.ts';
import type { Progress } from '../../snapshot/format.ts';
import { StorageError } from '../../storage/storage.ts';
import type { TaskRun } from '../../tools/lanes/tasks.ts';
import { NoPassphrase } from './handover.ts';

/** How often a record hears of its progress, and its work of its cancellation. */
const lookMs = 1_000;
/** Work that was begun so often is given up. */
const mostAttempts = 5;

/** The part that the records of all work share. */
export interface Work {
  attempts: number;
  sealed: string | null;
  lock: 'passphrase' | 'recipient' | null;
}

/** Writes something down of a work, and reads it. @returns null when it is over: done, cancelled, or deleted */
export type Note<W> = (changes: object) => Promise<W | null>;

type Next = 'backup_next' | 'backup_verify_next' | 'restore_next' | 'restore_into_next';

export const noteOf =
  <W>({ query, subject }: TaskRun, next: Next): Note<W> =>
  (changes) =>
    ask<W | null>(query, `select worker.${next}($1, $2) as answer`, [
      subject,
      JSON.stringify(changes),
    ]);

/** The address of the database, of whatever role. */
export const urlOf = ({ pool }: TaskRun): string => pool.options.connectionString ?? '';

/** Where a work stands, and what ends it. */
export interface Going {
  signal: AbortSignal;
  onProgress(progress: Progress | Changing): void;
}

/** How far changes to a living tenant are. */
type Changing = Omit<Progress, 'unit'> & { unit: 'changes' };

/** It was cancelled, or deleted. */
const over = Symbol('over');

/**
 * Does a work while its record goes on: that hears of the progress, and ends the work where it is over.
 * @returns undefined when it is over
 */
export async function whileGoing<T>(
  run: TaskRun,
  note: (progress: object) => Promise<unknown>,
  work: (going: Going) => Promise<T>,
): Promise<T | undefined> {
  const ending = new AbortController();
  const done = new AbortController();
  const signal = AbortSignal.any([run.signal, ending.signal]);
  let progress: Progress | Changing | undefined;
  const look = async () => {
    while (!done.signal.aborted) {
      await sleep(lookMs, undefined, { signal: done.signal });
      // A database that does not answer says nothing about the record.
      if ((await note({ ...progress }).catch(() => over)) === null) ending.abort(over);
    }
  };
  const looking = look().catch(() => {});
  try {
    const onProgress = (now: Progress | Changing) => {
      progress = now;
    };
    return await work({ signal, onProgress });
  } catch (error) {
    if (ending.signal.aborted && !run.signal.aborted) return undefined;
    throw error;
  } finally {
    done.abort();
    await looking;
  }
}

/** Tells whether it fails again, however often it is tried. */
export const isFinal = (error: unknown, { attempts }: Pick<Work, 'attempts'>): boolean =>
  // It has had no turn yet, and nothing was begun.
  !(error instanceof ApiError && error.code === 'CONCURRENCY_LIMITED') &&
  (attempts >= mostAttempts ||
    error instanceof NoPassphrase ||
    error instanceof SnapshotFailed ||
    (error instanceof StorageError && error.fault === 'full') ||
    (error instanceof ApiError && error.status < 500));

/** A refusal, as the options of a record keep it for the request that waits. */
export const refusalOf = (error: unknown): object =>
  error instanceof ApiError
    ? {
        refusal: {
          code: error.code,
          details: error.extras.details ?? null,
          ...(error.extras.param === undefined ? {} : { param: error.extras.param }),
        },
      }
    : {};

/** The text of an error in a record. */
export function messageOf(error: unknown): string {
  if (error instanceof StorageError && error.fault === 'full')
    return 'The disk of the backups is full. Make room, and ask for it again.';
  return (error as Error).message;
}
