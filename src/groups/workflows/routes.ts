import { z } from 'zod';
import { confirmQuery, deleted, wholeNumber } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { prepareWorkflow, readsOf } from './handlers/write.ts';
import {
  given,
  runsQuery,
  Workflow,
  WorkflowRun,
  WorkflowRuns,
  workflowFields,
  workflowStatus,
} from './shapes.ts';

const list = '/v1/workflows';
const one = `${list}/:workflow_id` as const;
const permission = 'workflows:manage';
const optional = z.object(workflowFields).partial();
const version = wholeNumber(1, 1_000_000, 'A version that was published');

const startBody = z
  .object({
    object_type_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Default: that of the workflow' }),
    object_id: z.string().min(1).max(200).optional(),
    input: given.optional().meta({ description: 'The value of `trigger.data` in templates' }),
  })
  .meta({ id: 'WorkflowStart' });
const start = {
  method: 'POST',
  scope: 'write',
  permission: 'workflows:start',
  status: 201,
  summary: 'Start a run of a workflow',
  description:
    'Works with any trigger; the conditions are not evaluated. Actions run with the rights of ' +
    'the user or key that published the workflow, so this needs the permission workflows:start.',
  body: startBody,
  returns: WorkflowRun,
  errors: ['INVALID_STATE'],
  example: { body: { object_id: 'obj_0190', input: { reason: 'Laptop' } } },
} satisfies Partial<Route>;

/** Routes for people who manage workflows and start runs. */
export const routes: Route[] = notImpersonated(
  [
    {
      id: 'workflow.list',
      method: 'GET',
      path: list,
      scope: 'read',
      permission,
      summary: 'List workflows, newest first',
      carriesHeaders: true,
      returns: z.array(Workflow),
    },
    handled({
      id: 'workflow.create',
      method: 'POST',
      path: list,
      scope: 'write',
      permission,
      status: 201,
      summary: 'Create a workflow',
      description:
        'It is a draft until it is published; publishing checks the whole definition. See docs/work/workflows.md.',
      body: optional.extend({ name: workflowFields.name, status: z.literal('draft').optional() }),
      before: prepareWorkflow,
      reads: readsOf,
      isVersioned: true,
      returns: Workflow,
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      example: {
        body: {
          name: 'Expense',
          initial_state: 'review',
          states: [
            { name: 'review', type: 'approval', assignee_role: 'admin' },
            { name: 'paid', type: 'end' },
          ],
          transitions: [{ name: 'approve', from: 'review', to: 'paid' }],
        },
      },
    }),
    {
      id: 'workflow.get',
      method: 'GET',
      path: one,
      scope: 'read',
      permission,
      summary: 'Get a workflow, or a version of it',
      description: 'Without `version`, the latest draft, which may not be published yet.',
      query: z.object({ version }),
      isVersioned: true,
      returns: Workflow,
    },
    handled({
      id: 'workflow.update',
      method: 'PATCH',
      path: one,
      scope: 'write',
      permission,
      summary: 'Change a workflow',
      description:
        'Changes to an active workflow are a draft until it is published again. An archived ' +
        'workflow starts no new runs; runs in progress continue.',
      body: optional.extend({ status: workflowStatus.optional() }),
      before: prepareWorkflow,
      reads: readsOf,
      looks: ['workflow_sealed'],
      isVersioned: true,
      returns: Workflow,
      errors: ['INVALID_STATE', 'CONFLICT'],
      example: { body: { status: 'archived' } },
    }),
    {
      id: 'workflow.delete',
      method: 'DELETE',
      path: one,
      scope: 'write',
      permission,
      summary: 'Delete a workflow and its runs',
      description: 'Asks for confirmation if there are runs.',
      query: confirmQuery,
      isConditional: true,
      mayRefuse: true,
      returns: deleted,
      errors: ['DEPENDENCY_EXISTS'],
    },
    {
      id: 'workflow.publish',
      method: 'POST',
      path: `${one}/publish`,
      scope: 'write',
      permission,
      summary: 'Publish a workflow',
      description:
        'Makes a version of it, by which runs go that begin from now on; others stay on theirs. 400 names by its path ' +
        'whatever cannot work: states that nothing leads to, dead ends, unknown roles, properties and transitions.',
      isVersioned: true,
      returns: Workflow,
      errors: ['INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'UNKNOWN_PROPERTY', 'INSUFFICIENT_SCOPE'],
    },
    handled({
      id: 'workflow.graph',
      method: 'GET',
      path: `${one}/graph`,
      scope: 'read',
      permission,
      summary: 'Draw a workflow as SVG',
      query: z.object({ version }),
      returns: z.never(),
      produces: ['image/svg+xml'],
      handler: lazy(() => import('./handlers/graph.ts'), 'drawWorkflow'),
    }),
    { id: 'workflow.start', path: `${one}/runs`, ...start },
    { id: 'workflow.start_alias', path: `${one}/start`, ...start },
    {
      id: 'workflow.runs',
      method: 'GET',
      path: `${one}/runs`,
      scope: 'read',
      permission,
      summary: 'List the runs of a workflow, newest first',
      query: runsQuery,
      returns: WorkflowRuns,
      errors: ['INVALID_CURSOR'],
    },
  ],
  ['workflow.start', 'workflow.start_alias'],
);
