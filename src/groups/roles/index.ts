import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const roles: Group = {
  name: 'roles',
  description: 'Roles with permissions, which they inherit from their parents.',
  routes,
  events: { role: 'created updated deleted assigned unassigned' },
  parameters: { role_id: 'The id of a role' },
};
