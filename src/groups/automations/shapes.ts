import { z } from 'zod';
import { cronExpression, futureMoment, timezone } from '../../ground/schedules/cron.ts';
import { eventError, isAutomationTrigger } from '../../ground/shapes/event-types.ts';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { actions, filters } from '../../tools/actions/shapes.ts';

/** The fields of an automation that callers set. */
export const automationFields = {
  name: z.string().min(1).max(200),
  description: z.string().max(1000).nullable(),
  trigger_event: z
    .string()
    .max(107)
    .refine(
      isAutomationTrigger,
      eventError(
        'must be schedule, manual, a name from GET /events/types, a pattern such as object.*, or an event of your own',
      ),
    )
    .meta({
      description:
        'An event name, `object.*`, `custom.<name>` or just that name; `schedule` or `manual`',
      example: 'object.created',
    }),
  object_type_id: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .meta({ description: 'Id or name of an object type: only events of its objects' }),
  conditions: filters.meta({
    description: 'Conditions on the event, such as data.properties.status; all must hold',
  }),
  actions,
  enabled: z.boolean(),
  mode: z.enum(['async', 'sync']).meta({
    description: '`sync`: within the transaction of the change, which it may refuse (reject)',
  }),
  run_as: z.enum(['system', 'trigger_user']).meta({
    description: '`trigger_user`: with the rights of the user who caused the event',
  }),
  max_runs_per_minute: z.number().int().min(1).max(10_000).nullable(),
  cron_expression: cronExpression.nullable(),
  run_at: futureMoment.nullable(),
  timezone,
};

export const Automation = z
  .object({
    ...automationFields,
    id: z.string(),
    description: z.string().nullable(),
    trigger_event: z.string(),
    object_type_id: z.string().nullable(),
    conditions: z.array(openMap),
    actions: z.array(z.looseObject({ key: z.string(), type: z.string(), config: openMap })),
    cron_expression: z.string().nullable(),
    run_at: timestamp.nullable(),
    timezone: z.string().nullable(),
    next_run_at: timestamp.nullable(),
    last_run_at: timestamp.nullable(),
    run_count: z.number().int(),
    created_at: timestamp,
    updated_at: timestamp,
    created_by: z.string().nullable(),
  })
  .meta({ id: 'Automation' });

export const runStatus = z.enum([
  'queued',
  'running',
  'succeeded',
  'failed',
  'skipped',
  'cancelled',
]);

export const AutomationRun = z
  .object({
    id: z.string(),
    automation_id: z.string(),
    status: runStatus,
    trigger: z.looseObject({ type: z.string(), event_id: z.string().nullable() }),
    input: openMap.meta({ description: 'The value of `trigger` in templates' }),
    steps: z.array(
      z.object({
        key: z.string(),
        type: z.string(),
        status: z.enum([
          'running',
          'waiting',
          'retrying',
          'succeeded',
          'failed',
          'skipped',
          'cancelled',
        ]),
        output: z.unknown(),
        error: z.string().nullable(),
        attempts: z.number().int(),
        started_at: timestamp,
        duration_ms: z.number().int().nullable(),
      }),
    ),
    error: z.string().nullable(),
    attempt: z.number().int(),
    causation_depth: z.number().int(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    duration_ms: z.number().int().nullable(),
  })
  .meta({ id: 'AutomationRun' });
