import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const settings: Group = {
  name: 'settings',
  description: 'Settings of a tenant: sign-in, governance, branding.',
  routes,
  events: { auth_config: 'updated', governance: 'updated', branding: 'updated' },
};
