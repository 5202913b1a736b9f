import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const books: Group = {
  name: 'books',
  description:
    'Income and expenses of the operator of this server. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
  parameters: { record_id: 'The id of a record of the books' },
};
