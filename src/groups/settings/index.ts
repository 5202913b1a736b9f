import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const settings: Group = {
  name: 'settings',
  description:
    'What a tenant decides for itself: how its users sign in, what holds for them, how it looks.',
  routes,
  events: { auth_config: 'updated', governance: 'updated', branding: 'updated' },
};
