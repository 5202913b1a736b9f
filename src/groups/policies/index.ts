import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const policies: Group = {
  name: 'policies',
  description: 'Row policies decide which objects of a type users may see and change.',
  routes,
  events: { policy: 'created updated deleted' },
  parameters: {
    policy_id: 'The id of a row policy',
  },
};
