import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { Context } from '../../../operations/operation.ts';
import type { Answered } from '../answer.ts';
import { configSchema, type ReportType } from '../types.ts';
import { answered } from './answered.ts';

/** POST /v1/reports/run */
export async function runReport(
  call: HandlerCall<{ type: string; config_json: object }>,
): Promise<AnyAnswer> {
  const started = performance.now();
  const { args, ask, run } = call;
  const answer = await answered(call, await ask<Answered>('report_answer', args));
  return run('report_run', { type: args.type, answer, duration_ms: since(started) });
}

/** POST /v1/saved-reports/:report_id/run */
export async function runSavedReport(call: HandlerCall<{ report_id: string }>): Promise<AnyAnswer> {
  const started = performance.now();
  const { args, ask, run } = call;
  const { answer: asked } = await ask<{ answer: Answered }>('saved_report_export', args);
  const answer = await answered(call, asked);
  return run('saved_report_run', { ...args, answer, duration_ms: since(started) });
}

const since = (started: number): number => Math.round((performance.now() - started) * 1000) / 1000;

/** GET /v1/reports/types */
export const withSchemas = (
  _: Context,
  types: Array<{ type: ReportType; description: string }>,
): object => types.map((one) => ({ ...one, config_schema: configSchema(one.type) }));
