import { withClient } from '../../db/client.ts';
import { type Finding, failed, ok, warning } from './check.ts';

/** Workers are heard from every 10 seconds (src/doors/worker/heartbeat.ts). */
const patienceSeconds = 30;
/** Work that has waited longer is not just waiting for its turn. */
const overdueSeconds = 60;

const advice =
  'Start one: insula start --worker-only (or "insula start" without WORKER=off, which brings its own).';

/** The original has since sent the work that waits in the copy. */
const copyAdvice =
  'If this is a restored copy, begin with "OUTBOUND=hold insula start --api-only", so that nothing is sent a second time. Otherwise start one: insula start --worker-only.';

interface State {
  /** Seconds since a worker was heard from; null when none ever was. */
  silence: number | null;
  /** For how long the oldest work has been due, in seconds. */
  waiting: number;
}

/** Whether a worker lives, and what waits for it. @param isElsewhere the database is not where it was written */
export async function checkWorker(url: string, isElsewhere: boolean): Promise<Finding> {
  const { silence, waiting } = await stateOf(url);
  if (isElsewhere) {
    const found = 'none has been heard from since the database came here';
    const queued = waiting > 0 ? `, and work has been waiting for ${Math.round(waiting)} s` : '';
    return warning('worker', found + queued, copyAdvice);
  }
  if (silence !== null && silence <= patienceSeconds)
    return ok('worker', `heard from ${Math.round(silence)} s ago`);
  const since = silence === null ? '' : ` for ${Math.round(silence)} s`;
  const none = `none has been heard from${since}`;
  if (waiting <= overdueSeconds)
    return warning('worker', `${none}, and nothing waits for one`, advice);
  return failed(
    'worker',
    `${none}, and work has been waiting for ${Math.round(waiting)} s`,
    advice,
  );
}

async function stateOf(url: string): Promise<State> {
  return withClient(url, 'doctor', async (client) => {
    await client.query('set role insula_owner');
    const { rows } = await client.query<State>(`
      select extract(epoch from clock_timestamp() - (select max(seen_at) from app.workers))::float8 as silence,
             greatest(
               extract(epoch from clock_timestamp() - (select min(due_at) from app.work)),
               extract(epoch from clock_timestamp() - (select min(due_at) from app.messages where status = 'queued')),
               extract(epoch from clock_timestamp() - (select min(created_at) from app.journal where pending)),
               0)::float8 as waiting`);
    return rows[0] as State;
  });
}
