import { z } from 'zod';
import { handled, type Route } from '../../operations/route.ts';
import { ownerPeriod } from '../revenue/shapes.ts';
import { healthOfPlatform } from './handlers/health.ts';
import { PlatformHealth, PlatformStats, TenantHealth } from './shapes.ts';

const reads = { method: 'GET', scope: 'platform' } as const;

export const routes: Route[] = [
  handled({
    ...reads,
    id: 'platform_health.get',
    path: '/admin/health',
    platformScope: 'infra:read',
    summary: 'Get the health of the installation',
    description:
      'Answers 200 also when something fails; `status` is `failing` as soon as one check is critical.',
    returns: PlatformHealth,
    handler: healthOfPlatform,
  }),
  {
    ...reads,
    id: 'platform_stats.get',
    path: '/admin/stats',
    platformScope: 'infra:read',
    summary: 'Get statistics of the installation',
    query: z.object({ period: ownerPeriod }),
    returns: PlatformStats,
  },
  {
    ...reads,
    id: 'tenant_health.get',
    path: '/admin/tenants/:tenant_id/health',
    platformScope: 'tenants:read',
    summary: 'Get the health of a tenant',
    returns: TenantHealth,
  },
];
