import type { z } from 'zod';
import type { HandlerCall } from '../../../http/handler.ts';
import { planOf, type Scheduled } from '../../../schedules/plan.ts';
import type { SavedReport, savedReportBody } from '../shapes.ts';

type Body = z.infer<typeof savedReportBody>;

/** POST /v1/saved-reports: plans the first mail of a report that is to be mailed. */
export const createReport = (call: HandlerCall<Body>): Promise<string> =>
  call.run('saved_report_create', withPlan(call.args, undefined));

/** PATCH /v1/saved-reports/:report_id: plans the next mail when its schedule changes. */
export async function updateReport(
  call: HandlerCall<Partial<Body> & { report_id: string }>,
): Promise<string> {
  const { args, ask } = call;
  if (!args.schedule) return call.run('saved_report_update', args);
  const { report_id } = args;
  const { schedule } = await ask<z.infer<typeof SavedReport>>('saved_report_get', { report_id });
  const before = schedule ? scheduled(schedule) : undefined;
  return call.run('saved_report_update', withPlan(args, before));
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
