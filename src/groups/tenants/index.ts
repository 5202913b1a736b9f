import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const tenants: Group = {
  name: 'tenants',
  description: 'Public facts about a tenant, and creating a tenant of your own.',
  routes,
  events: { tenant: 'created updated suspended activated deleted exported cloned restored' },
};
