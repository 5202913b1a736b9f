import type { z } from 'zod';
import type { Context } from '../../../operations/operation.ts';
import { planOf, type Scheduled } from '../../../schedules/plan.ts';
import type { SavedReport, savedReportBody } from '../shapes.ts';

type Body = z.infer<typeof savedReportBody>;

/** POST /v1/saved-reports: plans the first mail of a report that is to be mailed. */
export const prepareReport = (_: Context, args: Body): object => withPlan(args, undefined);

/** PATCH /v1/saved-reports/:report_id: plans the next mail when its schedule changes. */
export async function prepareChange(
  { ask }: Context,
  args: Partial<Body> & { report_id: string },
): Promise<object> {
  if (!args.schedule) return args;
  const { report_id } = args;
  const { schedule } = await ask<z.infer<typeof SavedReport>>('saved_report_get', { report_id });
  return withPlan(args, schedule ? scheduled(schedule) : undefined);
}

function withPlan<T extends Pick<Partial<Body>, 'schedule'>>(
  args: T,
  before: Scheduled | undefined,
): T | (T & { made: object }) {
  if (!args.schedule) return args;
  return { ...args, made: { plan: planOf(before, scheduled(args.schedule), new Date()) } };
}

const scheduled = ({
  cron,
  timezone,
  enabled,
}: {
  cron: string;
  timezone: string;
  enabled: boolean;
}): Scheduled => ({ cron_expression: cron, run_at: null, timezone, enabled });
