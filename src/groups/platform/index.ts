import type { Group } from '../group.ts';
import { OperatorGraphql } from './graphql/operator-graphql.ts';
import { routes } from './routes.ts';

declare global {
  interface GroupServices {
    operatorGraphql: OperatorGraphql;
  }
}

export const platform: Group = {
  name: 'platform',
  description:
    'The operator’s side: tenants and their first keys. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
  apiServices: (_, apiUrl) => ({ operatorGraphql: new OperatorGraphql(apiUrl) }),
  parameters: { tenant_id: 'The id of a tenant' },
  tasks: {
    tenant_move: async () => (await import('./tenant-move.ts')).moveTenant,
    tenant_purge: async ({ storage }) => (await import('./tenant-purge.ts')).tenantPurge(storage),
  },
};
