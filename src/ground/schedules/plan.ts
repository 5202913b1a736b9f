import { ApiError } from '../errors.ts';
import { nextFiring } from './cron.ts';

/** When something fires: by a cron expression, or once. */
export interface Schedule {
  cron_expression: string | null;
  run_at: string | null;
  timezone: string;
}

/** A record that has a schedule, as the API shows it; without a schedule all three are null. */
export type Scheduled = { [name in keyof Schedule]: Schedule[name] | null } & { enabled: boolean };

/** The input of app.schedule_change. */
export interface Plan extends Schedule {
  /** The basis of the plan: if it is not stored any more, the plan is refused. */
  basis?: Omit<Scheduled, 'enabled'>;
  /** Left out where nothing changes: a firing may be due just now, and must neither be lost nor repeated. */
  next_run_at?: string | null;
}

/**
 * Returns what a request makes of a schedule. Giving one of cron_expression and run_at takes the other away.
 * @param before the record as it is; undefined for one that is being created
 */
export function planOf(before: Scheduled | undefined, changes: object, now: Date): Plan {
  const given: Partial<Scheduled> = changes;
  const takesAway = given.cron_expression
    ? { run_at: null }
    : given.run_at
      ? { cron_expression: null }
      : {};
  const nothing = { cron_expression: null, run_at: null, timezone: null, enabled: true };
  const after: Scheduled = { ...nothing, ...before, ...takesAway, ...given };
  const { cron_expression, run_at } = after;
  const schedule = { cron_expression, run_at, timezone: after.timezone ?? 'UTC' };
  if (!before) return { ...schedule, next_run_at: firingAfter(schedule, now) };
  const basis = {
    cron_expression: before.cron_expression,
    run_at: before.run_at,
    timezone: before.timezone,
  };
  const isSame =
    cron_expression === before.cron_expression &&
    run_at === before.run_at &&
    after.timezone === before.timezone &&
    after.enabled === before.enabled;
  if (isSame) return { basis, ...schedule };
  return { basis, ...schedule, next_run_at: firingAfter(schedule, now) };
}

/** Whether a change says when something fires, or whether it does: a plan of it holds only for the record as it was read. */
export const isPlanned = (changes: object): boolean =>
  ['cron_expression', 'run_at', 'timezone', 'enabled'].some((name) => name in changes);

function firingAfter({ cron_expression, run_at, timezone }: Schedule, now: Date): string | null {
  if (cron_expression !== null) return nextFiring(cron_expression, timezone, now).toISOString();
  return run_at !== null && Date.parse(run_at) > now.getTime() ? run_at : null;
}

/** @throws ApiError unless the schedule has exactly one of cron_expression and run_at */
export function requireFiring({
  cron_expression,
  run_at,
}: Omit<Scheduled, 'timezone' | 'enabled'>): void {
  if ((cron_expression === null) !== (run_at === null)) return;
  throw ApiError.invalid(
    'cron_expression',
    'one_of',
    'must be given, or run_at instead, but not both. null removes one',
  );
}
