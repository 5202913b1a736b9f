import { z } from 'zod';
import { deleted, offsetQuery, total } from '../../ground/shapes/schemas.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { jobExecute, prepareChange, prepareJob, readsOf } from './handlers.ts';
import { Job, JobCreate, JobRun, JobUpdate, jobRunStatus } from './shapes.ts';

const job = '/v1/scheduled-jobs/:job_id';
const permission = 'scheduled_jobs:manage';
const example = {
  name: 'Nightly export',
  cron_expression: '30 2 * * *',
  timezone: 'Europe/Berlin',
  action_type: 'event',
  action_config: { event_type: 'nightly' },
};

export const routes: Route[] = notImpersonated([
  {
    id: 'job.list',
    method: 'GET',
    path: '/v1/scheduled-jobs',
    scope: 'read',
    permission,
    summary: 'List scheduled jobs, newest first',
    query: offsetQuery,
    carriesHeaders: true,
    returns: z.array(Job),
  },
  handled({
    id: 'job.create',
    method: 'POST',
    path: '/v1/scheduled-jobs',
    scope: 'write',
    permission,
    status: 201,
    summary: 'Create a scheduled job',
    description:
      'Send either cron_expression or run_at. It runs with the current rights of its creator. A tenant has up to 1,000.',
    body: JobCreate,
    isVersioned: true,
    returns: Job,
    before: prepareJob,
    reads: readsOf,
    errors: ['INVALID_STATE'],
    example: { body: example },
  }),
  {
    id: 'job.get',
    method: 'GET',
    path: job,
    scope: 'read',
    permission,
    summary: 'Get a scheduled job',
    isVersioned: true,
    returns: Job,
  },
  handled({
    id: 'job.update',
    method: 'PATCH',
    path: job,
    scope: 'write',
    permission,
    summary: 'Change a scheduled job',
    description:
      'After a change to its action, it runs with the rights of the user or key that made the change.',
    body: JobUpdate,
    isVersioned: true,
    returns: Job,
    before: prepareChange,
    reads: readsOf,
    looks: ['job_sealed'],
    errors: ['INVALID_STATE', 'CONFLICT'],
    example: { body: { enabled: false } },
  }),
  {
    id: 'job.delete',
    method: 'DELETE',
    path: job,
    scope: 'write',
    permission,
    summary: 'Delete a scheduled job and its runs',
    isConditional: true,
    returns: deleted,
  },
  handled({
    id: 'job.execute',
    method: 'POST',
    path: `${job}/execute`,
    scope: 'write',
    permission,
    summary: 'Run a scheduled job now',
    description:
      'Waits for the result for up to 25 seconds; after that the answer is the run as it is then: `queued` or `running`.',
    returns: JobRun,
    handler: jobExecute,
    looks: ['job_run_await'],
    errors: ['INVALID_STATE'],
  }),
  {
    id: 'job_run.list',
    method: 'GET',
    path: `${job}/runs`,
    scope: 'read',
    permission,
    summary: 'List the runs of a scheduled job, newest first',
    description: 'Runs are kept for 30 days.',
    query: offsetQuery.extend({ status: jobRunStatus.optional() }),
    returns: z.object({ runs: z.array(JobRun), ...total }),
  },
  {
    id: 'job_run.get',
    method: 'GET',
    path: `${job}/runs/:job_run_id`,
    scope: 'read',
    permission,
    summary: 'Get a run of a scheduled job',
    returns: JobRun,
  },
]);
