import type { z } from 'zod';
import { type Plan, planOf } from '../../ground/schedules/plan.ts';
import type { schedule } from './shapes.ts';

export type ScheduleGiven = z.infer<typeof schedule>;

/** When an integration is run next. */
export function planSchedule(given: ScheduleGiven): Plan {
  const changes =
    'every_minutes' in given
      ? { cron_expression: cronOf(given.every_minutes), timezone: 'UTC' }
      : { cron_expression: given.cron_expression, timezone: given.timezone ?? 'UTC' };
  return planOf(undefined, changes, new Date());
}

/** Of an interval that divides an hour or a day. */
function cronOf(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? '* * * * *' : `*/${minutes} * * * *`;
  const hours = minutes / 60;
  return hours === 24 ? '0 0 * * *' : hours === 1 ? '0 * * * *' : `0 */${hours} * * *`;
}
