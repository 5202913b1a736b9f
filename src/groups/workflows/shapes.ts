import { z } from 'zod';
import { eventError, isAutomationTrigger } from '../../ground/shapes/event-types.ts';
import { createdBy, openMap, pageQuery, timestamp } from '../../ground/shapes/schemas.ts';
import { actions, filters } from '../../tools/actions/shapes.ts';

const name = z.string().min(1).max(100);
const reference = z.string().min(1).max(200);

const trigger = z
  .union([
    z.literal('manual'),
    z.object({
      event: z
        .string()
        .max(107)
        .refine(
          (text) => !['schedule', 'manual'].includes(text) && isAutomationTrigger(text),
          eventError(
            'must be a name from GET /events/types, a pattern such as object.*, or an event of your own',
          ),
        ),
      conditions: filters.optional(),
    }),
  ])
  .meta({ description: '`"manual"`, or the event that starts a run, where its conditions hold' });

const state = z.object({
  name,
  type: z.enum(['task', 'approval', 'wait', 'end']).meta({
    description: 'Whether a run waits here for a task, a decision or a time, or ends',
  }),
  assignee_role: name.optional().meta({ description: 'The role that is assigned the task' }),
  assignee: reference
    .optional()
    .meta({ description: 'The id of the user who is assigned the task' }),
  timeout: z
    .object({
      after: z.string().min(1).max(100).meta({
        description: 'An interval. A day has 24 hours, also when clocks change',
        example: '2 hours',
      }),
      transition: name.meta({
        description: 'The action to take then, unless the run has left the state',
      }),
    })
    .optional(),
  on_enter: actions.optional(),
  on_exit: actions.optional(),
});

const transition = z.object({
  name: name.meta({ description: 'approve, reject and signals take the transition of that name' }),
  from: name,
  to: name,
  conditions: filters.optional().meta({
    description: 'On the object: `[{"property": "total", "operator": "lt", "value": 9}]`',
  }),
  required_role: name.optional().meta({ description: 'Default: the assignees of the state' }),
  required_fields: z
    .array(name)
    .max(50)
    .optional()
    .meta({ description: 'Properties that come in `data` and are written to the object' }),
  actions: actions.optional(),
});

const most = 524_288;
const isSmall = (list: unknown) => Buffer.byteLength(JSON.stringify(list)) <= most;
const tooLarge = 'must not be larger than 512 KB';

/** The fields of a workflow that callers set. */
export const workflowFields = {
  name: z.string().min(1).max(200),
  description: z.string().max(1000).nullable(),
  object_type_id: reference
    .nullable()
    .meta({ description: 'Id or name of the type of the objects that its runs are about' }),
  trigger,
  initial_state: name,
  states: z.array(state).max(1000).refine(isSmall, tooLarge),
  transitions: z.array(transition).max(5000).refine(isSmall, tooLarge),
};

export const workflowStatus = z.enum(['draft', 'active', 'archived']);

const listed = <T extends z.ZodRawShape>(shape: T) =>
  z.array(z.looseObject({ ...shape, name: z.string() }));

export const Workflow = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    object_type_id: z.string().nullable(),
    trigger: z.union([z.literal('manual'), z.looseObject({ event: z.string() })]),
    initial_state: z.string().nullable(),
    states: listed({ type: z.string() }),
    transitions: listed({ from: z.string(), to: z.string() }),
    status: workflowStatus,
    version: z.number().int().meta({ description: 'The version that new runs follow' }),
    is_changed: z.boolean().meta({
      description: 'Whether it has changes that are not published yet',
    }),
    published_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    created_by: createdBy,
  })
  .meta({ id: 'Workflow' });

export const runStatus = z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']);

const shown = {
  id: z.string(),
  workflow_id: z.string(),
  workflow_version: z.number().int(),
  state: z.string(),
  status: runStatus.meta({ description: '`running`: actions have still to be done' }),
  object_type_id: z.string().nullable(),
  object_id: z.string().nullable(),
  assignee: z.string().nullable(),
  assignee_role: z.string().nullable(),
  available_transitions: z
    .array(z.string())
    .meta({ description: 'Transitions that the caller can take now' }),
  due_at: timestamp.nullable().meta({ description: 'When the timeout of its state is due' }),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
};

export const WorkflowRuns = z
  .object({
    runs: z.array(z.object(shown).meta({ id: 'WorkflowRunSummary' })),
    next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
  })
  .meta({ id: 'WorkflowRunList' });

export const WorkflowRun = z
  .object({
    ...shown,
    trigger: z.looseObject({ type: z.string(), event_id: z.string().nullable() }),
    context: z
      .object({ input: openMap, variables: openMap })
      .meta({ description: 'The input of the run and the variables that its actions have set' }),
    steps: z.array(z.looseObject({ key: z.string(), type: z.string(), status: z.string() })).meta({
      description: 'Results of the latest actions; only for callers who manage workflows',
    }),
    error: z.string().nullable(),
    attempt: z.number().int(),
    history: z.array(
      z.object({
        from: z.string().nullable(),
        to: z.string(),
        transition: z.string().nullable(),
        actor: openMap,
        comment: z.string().nullable(),
        at: timestamp,
      }),
    ),
  })
  .meta({ id: 'WorkflowRun' });

/** The input of a run: 64 KB at most. */
export const given = openMap.refine(
  (data) => Buffer.byteLength(JSON.stringify(data)) <= 65_536,
  'must not be larger than 64 KB',
);

export const runsQuery = pageQuery.extend({ status: runStatus.optional() });
