import type { ChildMeans } from '../../snapshot/child-messages.ts';
import { childMeans } from '../../snapshot/process.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export { sendSnapshot } from './handlers/tenant-export.ts';

declare module '../../operations/services.ts' {
  interface GroupServices {
    /** How the processes that make snapshots reach database and storage. */
    snapshotMeans: ChildMeans;
  }
}

export const tenantsAdmin: Group = {
  name: 'tenants-admin',
  description:
    'Tenants as the operator creates, changes, moves and deletes them. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
  parameters: { tenant_id: 'The id of a tenant' },
  apiServices: ({ config }, apiUrl) => ({ snapshotMeans: childMeans(config, apiUrl) }),
  events: { impersonation: 'started ended' },
  tasks: {
    impersonation_end: async () => (await import('./impersonation-end.ts')).endImpersonation,
    tenant_move: async () => (await import('./tenant-move.ts')).moveTenant,
    tenant_purge: async (deps) => (await import('./tenant-purge.ts')).tenantPurge(deps),
  },
};
