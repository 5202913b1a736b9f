import { z } from 'zod';
import type { Route } from '../../http/route.ts';
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

/** What those do with runs whose task they are: data, for whoever sees their objects. */
export const runRoutes: Route[] = [
  {
    id: 'workflow_run.list',
    method: 'GET',
    path: list,
    scope: 'read',
    summary: 'List runs of all workflows, newest first',
    description:
      'Runs whose objects the caller may see. A page may be short and have a `next_cursor`.',
    query: runsQuery.extend({
      assignee: z.string().min(1).max(200).optional().meta({
        description: '`me`: what waits for the caller or one of their roles; or the id of a user',
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
    summary: 'Get a run, its history, and what can be done with it',
    returns: WorkflowRun,
  },
  {
    ...decision,
    id: 'workflow_run.transition',
    path: `${one}/transition`,
    summary: 'Take a run through a transition',
    description:
      'The transition, what it changes in the object and what it starts are one change. Of two at the same time one ' +
      'is refused.',
    body: z.object({ transition: z.string().min(1).max(100), comment, data }),
    example: { body: { transition: 'approve', comment: 'Agreed' } },
  },
  {
    ...decision,
    id: 'workflow_run.approve',
    path: `${one}/approve`,
    summary: 'Approve what a run waits for',
    description: 'The transition of the name approve.',
  },
  {
    ...decision,
    id: 'workflow_run.reject',
    path: `${one}/reject`,
    summary: 'Reject what a run waits for',
    description: 'The transition of the name reject.',
  },
  {
    id: 'workflow_run.signal',
    method: 'POST',
    path: `${one}/signal`,
    scope: 'write',
    summary: 'Send a signal to a run',
    description:
      'Takes the transition of that name. One that its state does not know changes nothing.',
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
    description: 'What it has already done stays.',
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
