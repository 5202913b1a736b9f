import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const roles: Group = {
  name: 'roles',
  description: 'What users may do: roles with permissions, inherited along parents.',
  routes,
  events: { role: 'created updated deleted assigned unassigned' },
  parameters: { role_id: 'The id of a role' },
};
