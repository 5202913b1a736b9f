import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const subscriptions: Group = {
  name: 'subscriptions',
  description:
    'The subscriptions of all tenants to plans. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
};
