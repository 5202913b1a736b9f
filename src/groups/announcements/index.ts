import type { Group } from '../../tools/manifest/group.ts';
import { operatorRoutes } from './operator-routes.ts';
import { routes } from './routes.ts';

export const announcements: Group = {
  name: 'announcements',
  description:
    'Announcements by the operator of this server. What is under /owner needs the platform key (PLATFORM_ADMIN_KEY).',
  routes: [...routes, ...operatorRoutes],
  parameters: { announcement_id: 'The id of an announcement' },
};
