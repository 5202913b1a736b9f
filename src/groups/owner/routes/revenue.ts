import { z } from 'zod';
import type { Route } from '../../../http/route.ts';
import { offsetQuery, total } from '../../../http/schemas.ts';
import {
  OwnerStats,
  OwnerSubscription,
  ownerPeriod,
  Revenue,
  subscriptionChanges,
  subscriptionStatus,
} from '../revenue-shapes.ts';

const list = '/owner/subscriptions';
const one = `${list}/:tenant_id`;

export const revenueRoutes: Route[] = [
  {
    id: 'owner_stats.get',
    method: 'GET',
    path: '/owner/stats',
    scope: 'platform',
    summary: 'Get tenant and revenue statistics',
    description:
      'Amounts are in the currency with the most revenue; GET /owner/revenue has all of them. Calls are current to a few seconds.',
    query: z.object({ period: ownerPeriod }),
    returns: OwnerStats,
  },
  {
    id: 'owner_revenue.get',
    method: 'GET',
    path: '/owner/revenue',
    scope: 'platform',
    summary: 'Get subscription revenue by currency',
    description: 'Amounts of different currencies are never added up.',
    query: z.object({ period: ownerPeriod }),
    returns: Revenue,
  },
  {
    id: 'owner_subscription.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    summary: 'List the subscriptions of all tenants',
    description: 'Newest tenant first.',
    query: offsetQuery.extend({ status: subscriptionStatus.optional() }),
    returns: z.object({ subscriptions: z.array(OwnerSubscription), ...total }),
  },
  {
    id: 'owner_subscription.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    summary: 'Get the subscription of a tenant',
    isVersioned: true,
    returns: OwnerSubscription,
  },
  {
    id: 'owner_subscription.update',
    method: 'PATCH',
    path: one,
    scope: 'platform',
    summary: 'Change the subscription of a tenant',
    description:
      'Also starts a subscription that is paid outside a provider. Change a Stripe subscription at Stripe: a plan set here lasts only until Stripe’s next event.',
    body: subscriptionChanges,
    isVersioned: true,
    returns: OwnerSubscription,
    errors: ['INVALID_STATE'],
    example: { body: { plan_tier: 'enterprise', price: '5000.00', interval: 'year' } },
  },
];
