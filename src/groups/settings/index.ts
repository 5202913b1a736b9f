import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const settings: Group = {
  name: 'settings',
  description: 'What a tenant decides for itself: how its users sign in, its rules, its branding.',
  routes,
  events: { auth_config: 'updated', governance: 'updated', branding: 'updated' },
};
