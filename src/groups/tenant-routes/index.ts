import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const tenantRoutes: Group = {
  name: 'tenant-routes',
  description:
    'Hosts and prefixes of paths that lead to tenants, made by the operator; needs a platform key. See docs/operate/routes.md.',
  routes,
  parameters: { route_id: 'The id of a route' },
  crons: {
    route_proofs: {
      cron: '41 * * * *',
      options: { backfillPeriod: 3_600_000 },
      load: async ({ services }) => (await import('./proofs.ts')).routeProofs(services),
    },
  },
};
