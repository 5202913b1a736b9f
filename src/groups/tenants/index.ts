import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const tenants: Group = {
  name: 'tenants',
  description: 'What may be known of a tenant, and a tenant of your own.',
  routes,
  events: { tenant: 'created updated suspended activated deleted' },
};
