import { z } from 'zod';
import { deleted } from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { Plan, plan, planFields } from './shapes.ts';

const list = '/owner/plans';
const one = `${list}/:plan_id`;

export const routes: Route[] = [
  {
    id: 'plan.list',
    method: 'GET',
    path: list,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'List plans, cheapest first',
    carriesHeaders: true,
    returns: z.array(Plan),
  },
  {
    id: 'plan.create',
    method: 'POST',
    path: list,
    scope: 'platform',
    platformScope: 'owner:write',
    status: 201,
    summary: 'Create a plan',
    body: planFields.extend({ id: plan }),
    isVersioned: true,
    returns: Plan,
    errors: ['ALREADY_EXISTS'],
    example: { body: { id: 'team', name: 'Team', price_month: '49.00', limits: { rpm: 1200 } } },
  },
  {
    id: 'plan.get',
    method: 'GET',
    path: one,
    scope: 'platform',
    platformScope: 'owner:read',
    summary: 'Get a plan',
    isVersioned: true,
    returns: Plan,
  },
  {
    id: 'plan.update',
    method: 'PATCH',
    path: one,
    scope: 'platform',
    platformScope: 'owner:write',
    summary: 'Change a plan',
    description:
      'New limits apply to its tenants within a minute; existing subscriptions keep the price at which they were bought.',
    body: planFields.partial(),
    isVersioned: true,
    returns: Plan,
    example: { body: { limits: { webhooks: 20 } } },
  },
  {
    id: 'plan.delete',
    method: 'DELETE',
    path: one,
    scope: 'platform',
    platformScope: 'owner:write',
    summary: 'Delete an unused plan',
    isConditional: true,
    returns: deleted,
    errors: ['INVALID_STATE'],
  },
];
