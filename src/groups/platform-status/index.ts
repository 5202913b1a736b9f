import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const platformStatus: Group = {
  name: 'platform-status',
  description:
    'The health of the installation and of single tenants, and statistics of all tenants, for the operator. See docs/operate/desk.md.',
  routes,
};
