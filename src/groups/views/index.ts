import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const views: Group = {
  name: 'views',
  description: 'Saved views are searches of an object type, saved under a name.',
  routes,
  events: { view: 'created updated deleted' },
  parameters: { view_id: 'The id of a saved view' },
  exports: {
    views: 'Saved views that you created',
  },
};
