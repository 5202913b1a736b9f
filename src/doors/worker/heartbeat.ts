import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Runner } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { version } from '../../ground/machine/version.ts';
import { type Poll, startPoll } from '../../pulse/poll.ts';

const everyMs = 10_000;

/**
 * Says that this process works (app.worker_processes), and of the workers of the job queue in it that they live; frees the
 * jobs of those that were killed: the queue itself would hold these for four hours.
 * @param ids of the workers of the job queue
 * @param stuck the lanes of this process that do not turn
 */
export function startHeartbeat(
  ids: () => string[],
  stuck: () => string[],
  pool: pg.Pool,
  log: Logger,
): Poll {
  const me = randomUUID();
  const beat = async () => {
    const { rows } = await pool.query<{ dead: number }>(
      'select worker.process_seen($1, $2, $3, $4, $5), worker.workers_seen($6) as dead',
      [me, hostname(), process.pid, version, stuck(), ids()],
    );
    const dead = rows[0]?.dead ?? 0;
    if (dead > 0) log.warn(`released the jobs of ${dead} killed workers`);
    return false;
  };
  const poll = startPoll('heartbeat', everyMs, beat, log);
  return {
    ...poll,
    async stop() {
      await poll.stop();
      // A row that stays behind is of a process that did not stop by itself.
      await pool
        .query('select worker.process_ended($1)', [me])
        .catch((err) => log.debug({ err }, 'the end of the worker could not be written down'));
    },
  };
}

/** The ids under which a runner locks jobs, as they come and go. */
export function workerIds(events: Runner['events']): () => string[] {
  const ids = new Set<string>();
  events.on('worker:create', ({ worker }) => ids.add(worker.workerId));
  events.on('worker:release', ({ worker }) => ids.delete(worker.workerId));
  return () => [...ids];
}
