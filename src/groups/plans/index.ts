import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const plans: Group = {
  name: 'plans',
  description:
    'The plans that tenants may have, with their prices and limits. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
  parameters: { plan_id: 'The id of a plan, such as pro' },
};
