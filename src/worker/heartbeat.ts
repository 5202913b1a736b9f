import type { Runner } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Poll, startPoll } from './poll.ts';

const everyMs = 10_000;

/**
 * Says of the workers of the job queue in this process that they live, and frees the jobs of those that were killed:
 * the queue itself would hold these for four hours.
 */
export function startHeartbeat(ids: () => string[], pool: pg.Pool, log: Logger): Poll {
  const beat = async () => {
    const { rows } = await pool.query<{ dead: number }>('select worker.workers_seen($1) as dead', [
      ids(),
    ]);
    const dead = rows[0]?.dead ?? 0;
    if (dead > 0) log.warn(`released the jobs of ${dead} killed workers`);
    return false;
  };
  return startPoll('heartbeat', everyMs, beat, log);
}

/** The ids under which a runner locks jobs, as they come and go. */
export function workerIds(events: Runner['events']): () => string[] {
  const ids = new Set<string>();
  events.on('worker:create', ({ worker }) => ids.add(worker.workerId));
  events.on('worker:release', ({ worker }) => ids.delete(worker.workerId));
  return () => [...ids];
}
