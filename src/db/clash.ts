import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const mostAttempts = 6;

/**
 * Repeats a change of the database, undone as a whole where it fails, that has collided with concurrent work: at most
 * five times.
 */
export async function repeatClashing<T>(
  run: () => Promise<T>,
  log: Logger | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!isClash(error) || attempt === mostAttempts) throw error;
      log?.warn({ err: error, attempt }, 'the upgrade met other work, and begins again');
      await sleep(250 * 2 ** attempt * (1 + Math.random()));
    }
  }
}

/** Whether it failed only because of concurrent work: a deadlock, a lock, two that change the same row of a catalog. */
function isClash(error: unknown): boolean {
  const { code, message, schema } = ((error as Error)?.cause ?? error) as pg.DatabaseError;
  return (
    code === '40P01' ||
    code === '55P03' ||
    (code === 'XX000' && /tuple concurrently/.test(message)) ||
    (code === '23505' && schema === 'pg_catalog')
  );
}
