import type { Task as Job } from 'graphile-worker';
import { ask } from '../../db/ask.ts';
import { nextFiring } from '../../ground/schedules/cron.ts';
import { eachByItself } from '../../pulse/each.ts';

interface Due {
  id: string;
  cron_expression: string;
  timezone: string;
  next_run_at: string;
  /** By the clock of the database, which decides what is due. */
  now: string;
}

const batch = 100;

/**
 * Every five minutes: fires the schedules of backups that are due. Firings that were missed fire once. One that
 * cannot be fired keeps no other from its turn.
 */
export const fireSchedules: Job = async (_payload, { query, logger, abortSignal }) => {
  const due = await ask<Due[]>(query, 'select worker.backup_schedules_due($1) as answer', [batch]);
  const fire = async ({ id, cron_expression, timezone, next_run_at, now }: Due) => {
    const after = new Date(Math.max(Date.parse(now), Date.parse(next_run_at)));
    const statement = 'select worker.backup_schedule_fire($1, $2, $3) as answer';
    const next = nextFiring(cron_expression, timezone, after);
    await ask<boolean>(query, statement, [id, next_run_at, next]);
  };
  const describe = ({ id }: Due) => `the backup schedule ${id} could not fire`;
  await eachByItself(due, fire, describe, logger, abortSignal);
};
