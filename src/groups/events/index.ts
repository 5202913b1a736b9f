import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const events: Group = {
  name: 'events',
  description: 'The feed of changes, in order, and custom events.',
  routes,
  exports: {
    events: 'The last 10,000 events that you posted',
  },
};
