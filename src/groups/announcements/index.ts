import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const announcements: Group = {
  name: 'announcements',
  description: 'Announcements by the operator of this server.',
  routes,
};
