import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const tenantsAdmin: Group = {
  name: 'tenants-admin',
  description:
    'Tenants as the operator creates, changes, moves and deletes them. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
  parameters: { tenant_id: 'The id of a tenant' },
  tasks: {
    tenant_move: async () => (await import('./tenant-move.ts')).moveTenant,
    tenant_purge: async ({ storage }) => (await import('./tenant-purge.ts')).tenantPurge(storage),
  },
};
