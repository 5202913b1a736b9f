import { z } from 'zod';
import { cronExpression, futureMoment, timezone } from '../../ground/schedules/cron.ts';
import { eventError, isEventPattern } from '../../ground/shapes/event-types.ts';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

const triggerType = z.enum(['http', 'event', 'schedule', 'manual']);
const maxCode = 256 * 1024;

export const CustomFunction = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    trigger_type: triggerType,
    trigger_event: z.string().nullable(),
    object_type_id: z.string().nullable(),
    cron_expression: z.string().nullable(),
    run_at: timestamp.nullable(),
    timezone: z.string(),
    next_run_at: timestamp.nullable(),
    runtime: z.enum(['javascript', 'expression', 'sql']),
    enabled: z.boolean(),
    status: z.enum(['active', 'disabled']),
    version: z.number().int().meta({ description: 'The version of the code' }),
    timeout_ms: z.number().int(),
    memory_mb: z.number().int(),
    env: z
      .record(z.string(), z.string())
      .meta({ description: 'By name; the values are never shown' }),
    allowed_hosts: z.array(z.string()),
    last_executed_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    created_by: z.string().nullable(),
    code: z.string().nullable().meta({ description: 'null in lists' }),
  })
  .meta({ id: 'Function' });

export const FunctionVersion = z
  .object({
    function_id: z.string(),
    version: z.number().int(),
    is_current: z.boolean(),
    code: z.string().nullable().meta({ description: 'null in lists' }),
    created_at: timestamp,
    created_by: z.string().nullable(),
  })
  .meta({ id: 'FunctionVersion' });

const level = z.enum(['debug', 'info', 'warn', 'error']);
export const logLines = z.array(z.object({ level, message: z.string(), at: timestamp }));
export const runStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'timeout', 'skipped']);

export const FunctionLog = z
  .object({
    id: z.string(),
    function_id: z.string(),
    run_id: z.string(),
    version: z.number().int(),
    level,
    message: z.string().meta({ description: 'The error, or the last line it logged' }),
    status: runStatus,
    trigger: openMap.meta({ description: '`type` and, for an event, `event_id`, `event_type`' }),
    attempt: z.number().int(),
    input: z.any(),
    output: z.any(),
    error: z.string().nullable(),
    lines: logLines.meta({ description: 'Its log' }),
    duration_ms: z.number().int().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'FunctionLog' });

export const functionName = z.string().min(1).max(200);
export const functionCode = z.string().min(1).max(maxCode).meta({
  description:
    'JavaScript: `export default (input, ctx) => …`; for an expression, only what follows `=>`; for sql, one SELECT',
});
const envName = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;
const host =
  /^(\[[0-9a-f:.]{2,45}\]|(\*\.)?([a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?)$/i;

export const functionFields = z.object({
  name: functionName.optional(),
  description: z.string().max(1000).nullable().optional(),
  trigger_type: triggerType.optional().meta({ description: 'Default http' }),
  trigger_event: z
    .string()
    .max(120)
    .refine(
      (text) => text.length <= 120 && isEventPattern(text),
      eventError('must be the name of an event'),
    )
    .optional()
    .meta({ description: 'For trigger_type event', example: 'object.created' }),
  object_type_id: z.string().min(1).max(200).nullable().optional().meta({
    description: 'Id or name of an object type: only events of its objects',
  }),
  cron_expression: cronExpression.nullable().optional(),
  run_at: futureMoment
    .nullable()
    .optional()
    .meta({ description: 'Once, instead of a cron_expression' }),
  timezone: timezone.optional(),
  code: functionCode.optional(),
  enabled: z.boolean().optional(),
  timeout_ms: z.number().int().min(10).max(30_000).optional().meta({ description: 'Default 5000' }),
  memory_mb: z.number().int().min(4).max(128).optional().meta({ description: 'Default 32' }),
  env: z
    .record(
      z.string().regex(envName, 'must start with a letter and contain only letters, digits and _'),
      z.string().max(4000).nullable(),
    )
    .refine((given) => Object.keys(given).length <= 50, 'must not have more than 50 names')
    .optional()
    .meta({ description: 'Secrets for the code, as `ctx.env`. Merged by name; null removes one' }),
  allowed_hosts: z
    .array(z.string().max(253).regex(host, 'must be a host, such as api.example.com'))
    .max(50)
    .optional()
    .meta({
      description: 'The hosts that ctx.fetch may call',
      example: ['api.example.com', '*.example.org'],
    }),
});

export const runtime = z
  .string()
  .refine(
    (text) => ['javascript', 'expression', 'sql'].includes(text),
    'must be javascript, expression or sql',
  )
  .optional()
  .meta({ description: '`javascript` (the default), `expression` or `sql`; cannot be changed' });
