import { z } from 'zod';
import { isEventPattern } from '../event-types.ts';
import { lazy } from '../http/lazy-handler.ts';
import type { RouteGroup } from '../http/route.ts';
import { deleted, offsetQuery, openMap, timestamp, total } from '../http/schemas.ts';
import { cronExpression, futureMoment, timezone } from '../schedules/cron.ts';

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
    runtime: z.enum(['javascript', 'expression']),
    enabled: z.boolean(),
    status: z.enum(['active', 'disabled']),
    version: z.number().int().meta({ description: 'Of the code' }),
    timeout_ms: z.number().int(),
    memory_mb: z.number().int(),
    env: z.record(z.string(), z.string()).meta({ description: 'By name; values are never shown' }),
    allowed_hosts: z.array(z.string()),
    scopes: z.array(z.string()).meta({
      description: 'Of who wrote its code: what ctx.api may do after an event, or at a time',
    }),
    last_executed_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    created_by: z.string().nullable(),
    code: z.string().nullable().meta({ description: 'null in lists' }),
  })
  .meta({ id: 'Function' });

const FunctionVersion = z
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
const lines = z.array(z.object({ level, message: z.string(), at: timestamp }));
const runStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'timeout', 'skipped']);

const FunctionLog = z
  .object({
    id: z.string(),
    function_id: z.string(),
    run_id: z.string(),
    version: z.number().int(),
    level,
    message: z.string().meta({ description: 'What went wrong, or its last line' }),
    status: runStatus,
    trigger: openMap.meta({ description: '`type` and, of an event, `event_id`, `event_type`' }),
    attempt: z.number().int(),
    input: z.any(),
    output: z.any(),
    error: z.string().nullable(),
    lines: lines.meta({ description: 'What it logged' }),
    duration_ms: z.number().int().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'FunctionLog' });

const name = z.string().min(1).max(200);
const code = z.string().min(1).max(maxCode).meta({
  description:
    'JavaScript: `export default (input, ctx) => …`; of an expression, what follows `=>`',
});
const envName = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;
const host =
  /^(\[[0-9a-f:.]{2,45}\]|(\*\.)?([a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?)$/i;

const fields = z.object({
  name: name.optional(),
  description: z.string().max(1000).nullable().optional(),
  trigger_type: triggerType.optional().meta({ description: 'Default http' }),
  trigger_event: z
    .string()
    .max(120)
    .refine((text) => text.length <= 120 && isEventPattern(text), 'must be the name of an event')
    .optional()
    .meta({ description: 'Of trigger_type event', example: 'object.created' }),
  object_type_id: z.string().min(1).max(200).nullable().optional().meta({
    description: 'Only events of objects of this type; id or name',
  }),
  cron_expression: cronExpression.nullable().optional(),
  run_at: futureMoment
    .nullable()
    .optional()
    .meta({ description: 'Once, instead of a cron_expression' }),
  timezone: timezone.optional(),
  code: code.optional(),
  enabled: z.boolean().optional(),
  timeout_ms: z.number().int().min(10).max(30_000).optional().meta({ description: 'Default 5000' }),
  memory_mb: z.number().int().min(4).max(128).optional().meta({ description: 'Default 32' }),
  env: z
    .record(z.string().regex(envName, 'must be a name'), z.string().max(4000).nullable())
    .refine((given) => Object.keys(given).length <= 50, 'must not hold more than 50 names')
    .optional()
    .meta({ description: 'Secrets for the code, as `ctx.env`. Merged by name; null removes' }),
  allowed_hosts: z
    .array(z.string().max(253).regex(host, 'must be a host, such as api.example.com'))
    .max(50)
    .optional()
    .meta({
      description: 'What ctx.fetch may reach',
      example: ['api.example.com', '*.example.org'],
    }),
});

const runtime = z
  .string()
  .refine((text) => text !== 'sql', 'cannot be sql yet: that comes with the direct SQL endpoint')
  .refine(
    (text) => ['javascript', 'expression', 'sql'].includes(text),
    'must be javascript or expression',
  )
  .optional()
  .meta({ description: '`javascript` (the default) or `expression`; stays as it is' });

const one = '/v1/functions/:function_id';
const version = `${one}/versions/:version_number`;
const permission = 'functions:manage';
const keeper = () => import('../handlers/functions/save.ts');

export const functions: RouteGroup = {
  name: 'functions',
  description:
    'Code of your own, run in a sandbox: by a call, an event, or a schedule. docs/events/functions.md walks through.',
  routes: [
    {
      id: 'function.list',
      method: 'GET',
      path: '/v1/functions',
      scope: 'read',
      permission,
      summary: 'List functions, without their code',
      returns: z.array(CustomFunction),
    },
    {
      id: 'function.create',
      method: 'POST',
      path: '/v1/functions',
      scope: 'write',
      permission,
      status: 201,
      summary: 'Create a function',
      body: fields.extend({ name, code, runtime }),
      returns: CustomFunction,
      handler: lazy(keeper, 'createFunction'),
      errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'NOT_FOUND'],
      example: {
        body: {
          name: 'greet',
          code: 'export default (input) => ({ text: "Hello " + input.name })',
        },
      },
    },
    {
      id: 'function.get',
      method: 'GET',
      path: one,
      scope: 'read',
      permission,
      summary: 'Get a function',
      returns: CustomFunction,
    },
    {
      id: 'function.update',
      method: 'PATCH',
      path: one,
      scope: 'write',
      permission,
      summary: 'Change a function; another code makes a new version',
      body: fields,
      returns: CustomFunction,
      handler: lazy(keeper, 'updateFunction'),
      errors: ['ALREADY_EXISTS'],
      example: { body: { enabled: true } },
    },
    {
      id: 'function.delete',
      method: 'DELETE',
      path: one,
      scope: 'write',
      permission,
      summary: 'Delete a function with its versions and logs; what is queued is not run',
      returns: deleted,
    },
    {
      id: 'function.execute',
      method: 'POST',
      path: `${one}/execute`,
      scope: 'write',
      permission: 'functions:execute',
      summary: 'Run a function, now or (async) soon',
      description:
        'Waits for the answer; with `async` it answers 202 with the `run_id` at once, and /logs/:run_id tells what came of it.',
      body: z.object({
        input: openMap.optional(),
        async: z.boolean().optional().meta({ description: 'Queue it, and answer 202' }),
      }),
      returns: z.object({
        output: z.any(),
        run_id: z.string(),
        status: runStatus,
        duration_ms: z.number().int().nullable(),
        logs: lines,
      }),
      isDeferrable: true,
      handler: lazy(() => import('../handlers/functions/execute.ts'), 'executeFunction'),
      operations: ['function_open', 'function_act', 'function_finish'],
      errors: ['FUNCTION_ERROR', 'FUNCTION_TIMEOUT', 'INVALID_STATE', 'CONCURRENCY_LIMITED'],
      example: { body: { input: { name: 'Ada' } } },
    },
    {
      id: 'function.logs',
      method: 'GET',
      path: `${one}/logs`,
      scope: 'read',
      permission,
      summary: 'List the runs of a function with their logs, newest first',
      query: offsetQuery.extend({ status: runStatus.optional() }),
      returns: z.object({ logs: z.array(FunctionLog), ...total }),
    },
    {
      id: 'function.log_get',
      method: 'GET',
      path: `${one}/logs/:function_run_id`,
      scope: 'read',
      permission,
      summary: 'Get a run of a function with its log',
      returns: FunctionLog,
    },
    {
      id: 'function.versions',
      method: 'GET',
      path: `${one}/versions`,
      scope: 'read',
      permission,
      summary: 'List the versions of a function, without their code',
      query: offsetQuery,
      returns: z.object({ versions: z.array(FunctionVersion), total: z.number().int() }),
    },
    {
      id: 'function.version_get',
      method: 'GET',
      path: version,
      scope: 'read',
      permission,
      summary: 'Get a version of a function with its code',
      returns: FunctionVersion,
    },
    {
      id: 'function.version_restore',
      method: 'POST',
      path: `${version}/restore`,
      scope: 'write',
      permission,
      summary: 'Go back to the code of an earlier version, as a new one',
      returns: CustomFunction,
    },
  ],
};
