import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const announcements: Group = {
  name: 'announcements',
  description: 'What the operator of this server tells its tenants.',
  routes,
};
