import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const revenue: Group = {
  name: 'revenue',
  description:
    'Revenue of subscriptions, and statistics of all tenants. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
};
