import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const portal: Group = {
  name: 'portal',
  description:
    'Customers of a tenant who are no users: contacts, objects of a type, that sign in by mail. docs/work/portal.md walks through.',
  routes,
  events: { portal: 'signed_in signed_out granted' },
};
