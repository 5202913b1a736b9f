import type pg from 'pg';
import type { Logger } from 'pino';
import { type Poll, startPoll } from './poll.ts';

const everyMs = 250;
const batch = 100;

/** Turns pending rows of the journal into jobs, in the database and in one transaction; looks four times a second. */
export function startDispatcher(pool: pg.Pool, log: Logger): Poll {
  const dispatch = async () => {
    const { rows } = await pool.query<{ claimed: number }>({
      name: 'dispatch',
      text: 'select jobs.dispatch($1) as claimed',
      values: [batch],
    });
    return rows[0]?.claimed === batch;
  };
  return startPoll('dispatcher', everyMs, dispatch, log);
}
