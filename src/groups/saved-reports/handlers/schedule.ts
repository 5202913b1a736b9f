import type { z } from 'zod';
import { planOf, type Scheduled } from '../../../ground/schedules/plan.ts';
import type { Context } from '../../../operations/operation.ts';
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
  if (!schedule) return withPlan(args, undefined);
  // The job has a life of its own: it may be changed between this and the call that stores the plan.
  type Job = Scheduled & { updated_at: string };
  return withPlan(args, await ask<Job>('job_get', { job_id: schedule.job_id }));
}

function withPlan<T extends Pick<Partial<Body>, 'schedule'>>(
  args: T,
  before: (Scheduled & { updated_at: string }) | undefined,
): T | (T & { made: object }) {
  if (!args.schedule) return args;
  const plan = planOf(before, scheduled(args.schedule), new Date());
  return { ...args, made: { plan, ...(before ? { basis: before.updated_at } : {}) } };
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
