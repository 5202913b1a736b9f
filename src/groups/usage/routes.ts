import { z } from 'zod';
import { offsetQuery, total, wholeNumber } from '../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../operations/route.ts';
import { analyticsEngine } from './handlers/analytics-engine.ts';
import { Analytics, BillingUsage, Engine, month, period, Usage } from './shapes.ts';

/** Of users: owners, admins and those whose roles permit it. Policies that hide objects do not change these sums. */
const permission = 'analytics:read';

export const routes: Route[] = [
  {
    id: 'analytics.get',
    method: 'GET',
    path: '/v1/analytics',
    scope: 'read',
    permission,
    summary: 'Get the activity of your tenant in a period',
    description:
      'Calls are current to a few seconds, events to the last round of the worker. Webhook deliveries are kept for 30 days.',
    query: z.object({ period }),
    returns: Analytics,
  },
  handled({
    id: 'analytics.engine',
    method: 'GET',
    path: '/v1/analytics/engine',
    scope: 'read',
    permission,
    summary: 'Get queue depth and latency for your tenant',
    description: 'Latencies cover the period, `slow_queries` the last 24 hours.',
    query: z.object({ period }),
    returns: Engine,
    handler: analyticsEngine,
  }),
  {
    id: 'usage.get',
    method: 'GET',
    path: '/v1/usage',
    scope: 'read',
    isBeyondPlan: true,
    summary: 'Get your tenant’s plan and limits',
    returns: Usage,
  },
  {
    id: 'billing_usage.get',
    method: 'GET',
    path: '/v1/billing/usage',
    scope: '*',
    permission: 'billing:manage',
    isBeyondPlan: true,
    summary: 'Get your tenant’s usage of a month',
    description:
      'A past month shows files and plan as of its last call; a future month is all zeros.',
    query: z.object({ month }),
    returns: BillingUsage,
  },
  {
    id: 'billing_usage.history',
    method: 'GET',
    path: '/v1/billing/usage/history',
    scope: '*',
    permission: 'billing:manage',
    isBeyondPlan: true,
    summary: 'List your tenant’s usage of the last months',
    query: z.object({ months: wholeNumber(1, 13, 'How many months, including this one', 12) }),
    returns: z.array(BillingUsage),
  },
  {
    id: 'tenant_usage.get',
    method: 'GET',
    path: '/admin/tenants/:tenant_id/usage',
    scope: 'platform',
    platformScope: 'tenants:read',
    summary: 'Get a tenant’s usage of a month',
    query: z.object({ month }),
    returns: BillingUsage,
  },
  {
    id: 'owner_usage.list',
    method: 'GET',
    path: '/owner/usage',
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'List the usage of all tenants in a month',
    query: offsetQuery.extend({ month }),
    returns: z.object({ usage: z.array(BillingUsage), ...total }),
  },
];
