import { z } from 'zod';
import { handled, type Route } from '../../http/route.ts';
import { offsetQuery, total, wholeNumber } from '../../http/schemas.ts';
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
    summary: 'Get what happened in your tenant in a period',
    description:
      'Calls to a few seconds ago, events to the last round of the worker. Deliveries of webhooks are kept for 30 days.',
    query: z.object({ period }),
    returns: Analytics,
  },
  handled({
    id: 'analytics.engine',
    method: 'GET',
    path: '/v1/analytics/engine',
    scope: 'read',
    permission,
    summary: 'Get what waits for your tenant, and how quick its calls are',
    description: 'Latencies of the period; `slow_queries` of the last 24 hours.',
    query: z.object({ period }),
    returns: Engine,
    handler: analyticsEngine,
  }),
  {
    id: 'usage.get',
    method: 'GET',
    path: '/v1/usage',
    scope: 'read',
    summary: 'Get the plan of your tenant, and what it limits',
    returns: Usage,
  },
  {
    id: 'billing_usage.get',
    method: 'GET',
    path: '/v1/billing/usage',
    scope: '*',
    permission: 'billing:manage',
    summary: 'Get what your tenant used in a month',
    description:
      'A past month shows files and plan as they were at its last call; a future month is zeros.',
    query: z.object({ month }),
    returns: BillingUsage,
  },
  {
    id: 'billing_usage.history',
    method: 'GET',
    path: '/v1/billing/usage/history',
    scope: '*',
    permission: 'billing:manage',
    summary: 'List what your tenant used in the last months',
    query: z.object({ months: wholeNumber(1, 13, 'How many months, including this one', 12) }),
    returns: z.array(BillingUsage),
  },
  {
    id: 'tenant_usage.get',
    method: 'GET',
    path: '/admin/tenants/:tenant_id/usage',
    scope: 'platform',
    summary: 'Get what a tenant used in a month',
    query: z.object({ month }),
    returns: BillingUsage,
  },
  {
    id: 'owner_usage.list',
    method: 'GET',
    path: '/owner/usage',
    scope: 'platform',
    summary: 'List what each tenant used in a month, newest tenant first',
    query: offsetQuery.extend({ month }),
    returns: z.object({ usage: z.array(BillingUsage), ...total }),
  },
];
