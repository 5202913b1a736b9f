import { z } from 'zod';
import type { Route } from '../../operations/route.ts';
import { OwnerStats, ownerPeriod, Revenue } from './shapes.ts';

export const routes: Route[] = [
  {
    id: 'owner_stats.get',
    method: 'GET',
    path: '/owner/stats',
    scope: 'platform',
    platformScope: 'owner:read',
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
    platformScope: 'owner:read',
    summary: 'Get subscription revenue by currency',
    description: 'Amounts of different currencies are never added up.',
    query: z.object({ period: ownerPeriod }),
    returns: Revenue,
  },
];
