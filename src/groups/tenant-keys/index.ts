import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const tenantKeys: Group = {
  name: 'tenant-keys',
  description:
    'API keys of a tenant, managed by the operator. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
};
