import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const owner: Group = {
  name: 'owner',
  description:
    'The commercial side of the operator: plans, subscriptions, revenue, books, announcements, tickets, errors of all tenants. Needs the platform key ' +
    '(PLATFORM_ADMIN_KEY).',
  routes,
  parameters: {
    plan_id: 'The id of a plan, such as pro',
    record_id: 'The id of a record of the books',
    announcement_id: 'The id of an announcement',
  },
};
