import type pg from 'pg';
import type { Logger } from 'pino';
import { ask } from '../../db/ask.ts';
import { nextFiring } from '../../ground/schedules/cron.ts';
import { type Poll, startPoll } from '../../pulse/poll.ts';
import type { DiskRoom } from '../../storage/disk-room.ts';
import { withHands } from './hands.ts';

interface Due {
  tenant_id: string;
  kind: 'automation' | 'function' | 'job' | 'workflow';
  subject_id: string;
  cron_expression: string | null;
  timezone: string;
  next_run_at: string;
  /** By the clock of the database, which decides what is due. */
  now: string;
}

/** The lookout wakes it when something is due; by itself it only makes sure that nothing stays behind. */
const pace = { everyMs: 500, restMs: () => 60_000 };
const batch = 100;
/** A tenant with many that are due at the same minute holds up no other. */
const perTenant = 20;
/** At the same time. */
const hands = 4;

/**
 * Fires what is due: jobs, automations, functions and timeouts of workflows. The worker that moves a schedule on has fired it, so that several
 * processes fire it once. Missed firings fire once, however many there were.
 * @param onQueued there is new work
 */
export function startScheduler(
  pool: pg.Pool,
  log: Logger,
  room: DiskRoom,
  onQueued: () => void,
): Poll {
  let after = '';
  const round = async (_ending: AbortSignal, goesOn: () => void) => {
    const { due, next } = await ask<{ due: Due[]; next: string }>(
      pool,
      'select worker.schedules_due($1, $2, $3) as answer',
      [after, batch, perTenant],
    );
    after = next;
    let fired = 0;
    await withHands(hands, due, async (one) => {
      if (await fire(pool, one, log)) fired++;
      goesOn();
    });
    if (fired > 0) onQueued();
    return fired > 0 || next !== '';
  };
  return startPoll('scheduler', pace, round, log, room);
}

/** @returns whether this has fired it, not another process */
async function fire(pool: pg.Pool, due: Due, log: Logger): Promise<boolean> {
  const { tenant_id, kind, subject_id, next_run_at } = due;
  try {
    const statement = 'select worker.schedule_fire($1, $2, $3, $4, $5) as answer';
    const values = [tenant_id, kind, subject_id, next_run_at, following(due)];
    return await ask<boolean>(pool, statement, values);
  } catch (err) {
    // One that fails must not keep the others from their turn.
    log.error({ err, ...due }, 'a schedule did not fire');
    return false;
  }
}

/** The firing after the one that is due: whatever was missed lies before it, and so does this one if clocks differ. */
function following({ cron_expression, timezone, next_run_at, now }: Due): Date | null {
  if (cron_expression === null) return null;
  const after = Math.max(Date.parse(now), Date.parse(next_run_at));
  return nextFiring(cron_expression, timezone, new Date(after));
}
