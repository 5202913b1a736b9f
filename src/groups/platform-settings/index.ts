import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const platformSettings: Group = {
  name: 'platform-settings',
  description:
    'Settings of the whole installation, for the operator: self-service, the plan of new tenants, read-only, outgoing calls, maintenance. See docs/operate/desk.md.',
  routes,
};
