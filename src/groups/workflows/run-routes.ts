import { z } from 'zod';
import type { Route } from '../../operations/route.ts';
import { given, runsQuery, WorkflowRun, WorkflowRuns } from './shapes.ts';

const list = '/v1/workflow-runs';
const one = `${list}/:workflow_run_id`;
const manage = 'workflows:manage';
const comment = z.string().min(1).max(10_000).nullable().optional();
const data = given.optional().meta({ description: 'With the required_fields of the transition' });
const errors: Route['errors'] = [
  'INVALID_TRANSITION',
  'INVALID_STATE',
  'UNKNOWN_PROPERTY',
  'IMMUTABLE_FIELD',
  'POLICY_DENIED',
  'CONFLICT',
];
const decision = {
  method: 'POST',
  scope: 'write',
  body: z.object({ comment, data }).meta({ id: 'WorkflowDecision' }),
  returns: WorkflowRun,
  errors,
  example: { body: { comment: 'Agreed' } },
} satisfies Partial<Route>;

/** Routes for runs and their tasks: data, for everyone who sees their objects. */
export const runRoutes: Route[] = [
  {
    id: 'workflow_run.list',
    method: 'GET',
    path: list,
    scope: 'read',
    summary: 'List runs of all workflows, newest first',
    description:
      'Only runs whose objects the caller may see. A page may hold fewer rows than `limit` and still have a `next_cursor`.',
    query: runsQuery.extend({
      assignee: z.string().min(1).max(200).optional().meta({
        description:
          '`me`: runs that wait for the caller or one of their roles; or the id of a user',
      }),
    }),
    returns: WorkflowRuns,
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'workflow_run.get',
    method: 'GET',
    path: one,
    scope: 'read',
    summary: 'Get a run with its history and possible transitions',
    returns: WorkflowRun,
  },
  {
    ...decision,
    id: 'workflow_run.transition',
    path: `${one}/transition`,
    summary: 'Move a run through a transition',
    description:
      'The transition, its changes to the object and the actions it starts are one transaction. ' +
      'Of two at the same time, one is refused.',
    body: z.object({ transition: z.string().min(1).max(100), comment, data }),
    example: { body: { transition: 'approve', comment: 'Agreed' } },
  },
  {
    ...decision,
    id: 'workflow_run.approve',
    path: `${one}/approve`,
    summary: 'Approve a run',
    description: 'Takes the transition named `approve`.',
  },
  {
    ...decision,
    id: 'workflow_run.reject',
    path: `${one}/reject`,
    summary: 'Reject a run',
    description: 'Takes the transition named `reject`.',
  },
  {
    id: 'workflow_run.signal',
    method: 'POST',
    path: `${one}/signal`,
    scope: 'write',
    summary: 'Send a signal to a run',
    description:
      'Takes the transition of that name. A signal that the current state does not know changes nothing.',
    body: z.object({ name: z.string().min(1).max(100), data }),
    returns: WorkflowRun,
    errors,
    example: { body: { name: 'paid', data: { amount: 12 } } },
  },
  {
    id: 'workflow_run.cancel',
    method: 'POST',
    path: `${one}/cancel`,
    scope: 'write',
    permission: manage,
    summary: 'Cancel a run',
    description: 'Its completed actions are kept.',
    returns: WorkflowRun,
    errors: ['INVALID_STATE'],
  },
  {
    id: 'workflow_run.retry',
    method: 'POST',
    path: `${one}/retry`,
    scope: 'write',
    permission: manage,
    summary: 'Resume a failed or cancelled run',
    description: 'It continues with the action that failed; one that was waiting waits again.',
    returns: WorkflowRun,
    errors: ['INVALID_STATE'],
  },
];
