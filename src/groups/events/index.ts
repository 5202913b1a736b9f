import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const events: Group = {
  name: 'events',
  description: 'What happened: every change in order, and events of your own.',
  routes,
};
