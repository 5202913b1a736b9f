import { z } from 'zod';
import { offsetQuery, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { jobStatus, PlatformJob } from './shapes.ts';

const list = '/admin/jobs';
const one = `${list}/:queue_job_id`;
const changes = {
  method: 'POST',
  scope: 'platform',
  platformScope: 'infra:write',
  tenant: { by: 'platform_job_tenant' },
} as const;

export const routes: Route[] = [
  {
    id: 'platform_job.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'infra:read',
    summary: 'List queued work and operations, newest first',
    description:
      'Of the queue 10,000 rows at most, of operations (backups, restores, comparisons, migrations) those under way and those that failed within 7 days.',
    query: offsetQuery.extend({
      kind: z
        .string()
        .regex(/^[a-z_]{1,50}$/, 'must be a kind of work, such as webhook')
        .optional(),
      status: jobStatus.optional(),
      tenant_id: z.string().max(100).optional(),
    }),
    returns: z.object({ jobs: z.array(PlatformJob), ...total }),
  },
  {
    ...changes,
    id: 'platform_job.retry',
    looks: ['platform_job_tenant'],
    path: `${one}/retry`,
    summary: 'Begin queued work now',
    description: 'Work that waits for its time or for its next attempt. Work that has begun: 409.',
    returns: z.object({ retried: z.literal(true) }),
    errors: ['INVALID_STATE'],
  },
  {
    ...changes,
    id: 'platform_job.cancel',
    path: `${one}/cancel`,
    summary: 'Cancel queued work',
    description:
      'Deliveries of webhooks, and runs of automations, workflows, functions, jobs and integrations. Operations are cancelled by their own routes.',
    returns: z.object({ cancelled: z.literal(true) }),
    errors: ['INVALID_STATE'],
  },
];
