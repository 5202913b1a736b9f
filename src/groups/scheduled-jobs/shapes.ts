import { z } from 'zod';
import { cronExpression, futureMoment, timezone } from '../../ground/schedules/cron.ts';
import { customEventName } from '../../ground/shapes/event-types.ts';
import { emailAddress, openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { type headerValue, textOfHeader } from '../../outbound/headers.ts';
import { webhookConfig } from '../../tools/actions/configs.ts';
import { ExportRequest } from '../data/shapes.ts';
import { ReportMail } from '../reports/shapes.ts';
import { SqlStatement } from '../sql/shapes.ts';

const id = z.string().min(1).max(200);
const name = z.string().min(1).max(200);
const largestConfig = 65_536;

/** A masked one means the stored one. */
const isPlain = (headers: Record<string, z.infer<typeof headerValue>>): boolean =>
  Object.values(headers).every((value) => /^(••••)?[ -~]*$/.test(textOfHeader(value)));

/** The fields of an action_config, by action_type: as in an automation's action of that kind. */
export const jobActions = {
  webhook: webhookConfig.extend({
    url: z.url({ protocol: /^https?$/ }).max(2000),
    method: webhookConfig.shape.method.unwrap().default('POST'),
    headers: webhookConfig.shape.headers
      .unwrap()
      .refine(isPlain, 'must be one line of ASCII each')
      .optional(),
  }),
  function: z.object({ function_id: id, input: z.unknown().optional() }),
  automation: z.object({ automation_id: id, data: openMap.optional() }),
  email: z
    .object({
      to: z.union([emailAddress, z.array(emailAddress).min(1).max(50)]),
      subject: z.string().min(1).max(300),
      text: z.string().min(1).max(50_000).optional(),
      html: z.string().min(1).max(50_000).optional(),
    })
    .refine(({ text, html }) => text ?? html, {
      path: ['text'],
      message: 'is required unless html is given',
    }),
  report: ReportMail.extend({ report_id: id.meta({ description: 'Of a saved report' }) }),
  export: ExportRequest,
  event: z.object({
    event_type: z.string().regex(customEventName, 'must be a name of your own, such as signup'),
    data: openMap.optional(),
  }),
  sql: SqlStatement,
  cleanup: z.discriminatedUnion('target', [
    z.object({
      target: z.literal('trash'),
      object_type_id: id,
      older_than_days: z.number().int().min(0).max(3650),
    }),
    z.object({
      target: z.literal('exports'),
      older_than_days: z.number().int().min(0).max(3650),
    }),
  ]),
};
export type JobAction = keyof typeof jobActions;

const actionTypes = Object.keys(jobActions) as [JobAction, ...JobAction[]];
const actionType = z.enum(actionTypes);
const actionConfig = openMap
  .refine(
    (config) => JSON.stringify(config).length <= largestConfig,
    `must not be larger than ${largestConfig} characters`,
  )
  .meta({
    description:
      'By action_type: webhook {url, method, body, headers}; function {function_id, input}; automation {automation_id, data}; ' +
      'email {to, subject, text, html}; report {report_id, recipients, format}; event {event_type, data}; sql {sql, params}; export, the body of POST /v1/data/export; ' +
      'cleanup {target: "trash", object_type_id, older_than_days} or {target: "exports", older_than_days}',
  });
const description = z.string().max(1000).nullable().optional();

export const JobCreate = z.object({
  name,
  description,
  cron_expression: cronExpression.nullable().optional(),
  run_at: futureMoment.nullable().optional(),
  timezone: timezone.default('UTC'),
  action_type: actionType,
  action_config: actionConfig.default({}),
  enabled: z.boolean().default(true),
});

export const JobUpdate = z.object({
  name: name.optional(),
  description,
  cron_expression: cronExpression.nullable().optional(),
  run_at: futureMoment.nullable().optional(),
  timezone: timezone.optional(),
  action_type: actionType.optional(),
  action_config: actionConfig.optional(),
  enabled: z.boolean().optional(),
});

const count = z.number().int();

export const Job = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    cron_expression: z.string().nullable(),
    run_at: timestamp.nullable(),
    timezone: z.string(),
    action_type: actionType,
    action_config: openMap,
    enabled: z.boolean(),
    status: z.enum(['active', 'paused', 'completed', 'failed']).meta({
      description: '`completed` and `failed`: a one-time job that has run',
    }),
    next_run_at: timestamp.nullable(),
    last_run_at: timestamp.nullable(),
    last_status: z.enum(['succeeded', 'failed']).nullable(),
    run_count: count.meta({ description: 'Runs that have ended' }),
    failure_count: count,
    created_at: timestamp,
    updated_at: timestamp,
    created_by: z.string().nullable(),
  })
  .meta({ id: 'ScheduledJob' });

export const jobRunStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'skipped']);

export const JobRun = z
  .object({
    id: z.string(),
    run_id: z.string(),
    job_id: z.string(),
    status: jobRunStatus.meta({
      description: '`queued` again between attempts; `skipped`: the previous run had not ended',
    }),
    trigger: z.enum(['schedule', 'manual']),
    scheduled_for: timestamp.nullable().meta({ description: 'The time at which it was due' }),
    attempt: count,
    output: z.unknown(),
    error: z.string().nullable().meta({ description: 'The error of the last attempt' }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    duration_ms: count.nullable(),
  })
  .meta({ id: 'JobRun' });
