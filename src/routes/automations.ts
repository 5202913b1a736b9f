import { z } from 'zod';
import { type ActionType, actionConfigs } from '../actions/configs.ts';
import { createAutomation, updateAutomation } from '../automations/prepare.ts';
import { isAutomationTrigger } from '../event-types.ts';
import type { RouteGroup } from '../http/route.ts';
import { deleted, offsetQuery, openMap, timestamp, total } from '../http/schemas.ts';
import { cronExpression, futureMoment, timezone } from '../schedules/cron.ts';

const filters = z
  .array(openMap)
  .max(50)
  .meta({ description: 'Filter items: see docs/filters.md', type: 'array' });

const common = {
  key: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, 'must be a word')
    .optional()
    .meta({ description: 'What later actions call its output by: `{{steps.<key>.output.id}}`' }),
  on_error: z
    .enum(['stop', 'continue', 'retry'])
    .optional()
    .meta({ description: 'retry: three attempts, after 1 s and 5 s, then as stop. Default stop' }),
  if: filters.optional().meta({ description: 'Filters over {trigger, steps, variables}' }),
};

const names = Object.keys(actionConfigs) as ActionType[];
const shapes = names.map((name) =>
  z.object({ ...common, type: z.literal(name), config: actionConfigs[name] }),
);
const action = z.discriminatedUnion('type', shapes as [(typeof shapes)[0], ...typeof shapes], {
  error: ({ code, input }) =>
    code === 'invalid_union'
      ? `${JSON.stringify((input as { type?: unknown })?.type) ?? 'nothing'} is no type of action: use ${names.join(', ')}`
      : undefined,
});
const actions = z
  .array(action)
  .max(50)
  .refine(
    (list) => Buffer.byteLength(JSON.stringify(list)) <= 131_072,
    'must not be larger than 128 KB',
  );

const fields = {
  name: z.string().min(1).max(200),
  description: z.string().max(1000).nullable(),
  trigger_event: z
    .string()
    .max(107)
    .refine(
      isAutomationTrigger,
      'must be schedule, manual, a name of GET /events/types, object.* and the like, or an event of your own',
    )
    .meta({
      description:
        'The name of an event, `object.*`, `custom.<name>` or its bare name; `schedule` or `manual`',
      example: 'object.created',
    }),
  object_type_id: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .meta({ description: 'Id or name: only events of objects of this type' }),
  conditions: filters.meta({
    description: 'Filters over the event, such as data.properties.status; all must hold',
  }),
  actions,
  enabled: z.boolean(),
  mode: z.enum(['async', 'sync']).meta({
    description: '`sync`: in the transaction of the writer, who may be refused (reject)',
  }),
  run_as: z.enum(['system', 'trigger_user']).meta({
    description: '`trigger_user`: with the rights of who has caused the event',
  }),
  max_runs_per_minute: z.number().int().min(1).max(10_000).nullable(),
  cron_expression: cronExpression.nullable(),
  run_at: futureMoment.nullable(),
  timezone,
};

export const Automation = z
  .object({
    ...fields,
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

const runStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled']);

export const AutomationRun = z
  .object({
    id: z.string(),
    automation_id: z.string(),
    status: runStatus,
    trigger: z.looseObject({ type: z.string(), event_id: z.string().nullable() }),
    input: openMap.meta({ description: 'What templates see as `trigger`' }),
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

const automation = '/v1/automations/:automation_id';
const run = `${automation}/runs/:run_id`;
const permission = 'automations:manage';
const optional = z.object(fields).partial();

export const automations: RouteGroup = {
  name: 'automations',
  description: 'What is done when something happens: triggers, conditions, actions, runs.',
  routes: [
    {
      id: 'automation.list',
      method: 'GET',
      path: '/v1/automations',
      scope: 'read',
      permission,
      summary: 'List automations, newest first',
      returns: z.array(Automation),
    },
    {
      id: 'automation.create',
      method: 'POST',
      path: '/v1/automations',
      scope: 'write',
      permission,
      status: 201,
      summary: 'Create an automation',
      description:
        'Texts of a `config` may hold templates: `{{trigger.data.properties.email}}`, `{{steps.<key>.output.id}}`, ' +
        '`{{variables.name | default: "x"}}`. docs/events/automations.md shows all of it.',
      body: optional.extend({ name: fields.name, trigger_event: fields.trigger_event }),
      handler: createAutomation,
      returns: Automation,
      errors: [
        'NOT_FOUND',
        'INVALID_STATE',
        'INVALID_FILTER',
        'UNKNOWN_PROPERTY',
        'INSUFFICIENT_SCOPE',
      ],
      example: {
        body: {
          name: 'Greet',
          trigger_event: 'object.created',
          actions: [
            {
              key: 'mail',
              type: 'send_email',
              config: {
                to: '{{trigger.data.properties.email}}',
                subject: 'Welcome',
                text: 'Hello!',
              },
            },
          ],
        },
      },
    },
    {
      id: 'automation.get',
      method: 'GET',
      path: automation,
      scope: 'read',
      permission,
      summary: 'Get an automation',
      returns: Automation,
    },
    {
      id: 'automation.update',
      method: 'PATCH',
      path: automation,
      scope: 'write',
      permission,
      summary: 'Change an automation',
      description: 'Runs that have begun go on with the actions that they began with.',
      body: optional,
      handler: updateAutomation,
      returns: Automation,
      errors: [
        'INVALID_STATE',
        'INVALID_FILTER',
        'UNKNOWN_PROPERTY',
        'CONFLICT',
        'INSUFFICIENT_SCOPE',
      ],
      example: { body: { enabled: false } },
    },
    {
      id: 'automation.delete',
      method: 'DELETE',
      path: automation,
      scope: 'write',
      permission,
      summary: 'Delete an automation with its runs',
      returns: deleted,
    },
    {
      id: 'automation.runs',
      method: 'GET',
      path: `${automation}/runs`,
      scope: 'read',
      permission,
      summary: 'List the runs of an automation, newest first',
      description: 'Kept for 30 days.',
      query: offsetQuery.extend({ status: runStatus.optional() }),
      returns: z.object({ runs: z.array(AutomationRun), ...total }),
    },
    {
      id: 'automation.trigger',
      method: 'POST',
      path: `${automation}/trigger`,
      scope: 'write',
      permission,
      summary: 'Run an automation now',
      description: 'Whatever its trigger is; its conditions are not asked.',
      body: z.object({
        data: openMap
          .refine(
            (data) => Buffer.byteLength(JSON.stringify(data)) <= 65_536,
            'must not be larger than 64 KB',
          )
          .optional()
          .meta({ description: 'Its templates see it as `trigger.data`' }),
      }),
      returns: z.object({ run_id: z.string(), status: runStatus }),
      errors: ['INVALID_STATE'],
      example: { body: { data: { email: 'ada@example.com' } } },
    },
    {
      id: 'automation.run_get',
      method: 'GET',
      path: run,
      scope: 'read',
      permission,
      summary: 'Get a run with its steps',
      returns: AutomationRun,
    },
    {
      id: 'automation.run_retry',
      method: 'POST',
      path: `${run}/retry`,
      scope: 'write',
      permission,
      summary: 'Go on with a run that has failed or was cancelled, at the step that failed',
      returns: AutomationRun,
      errors: ['INVALID_STATE'],
    },
    {
      id: 'automation.run_cancel',
      method: 'POST',
      path: `${run}/cancel`,
      scope: 'write',
      permission,
      summary: 'Cancel a run that is queued, waiting or under way; what it has done stays',
      returns: AutomationRun,
      errors: ['INVALID_STATE'],
    },
  ],
};
