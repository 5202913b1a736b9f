import { z } from 'zod';
import { offsetQuery, total } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { OwnerSubscription, subscriptionChanges, subscriptionStatus } from './shapes.ts';

const list = '/owner/subscriptions';
const one = `${list}/:tenant_id`;

export const routes: Route[] = [
  {
    id: 'owner_subscription.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'owner:read',
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
    platformScope: 'owner:read',
    summary: 'Get the subscription of a tenant',
    isVersioned: true,
    returns: OwnerSubscription,
  },
  {
    id: 'owner_subscription.update',
    method: 'PATCH',
    path: one,
    scope: 'platform',
    platformScope: 'owner:write',
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
