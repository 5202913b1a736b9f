import type { Group } from '../../tools/manifest/group.ts';
import { beginLook } from './look.ts';
import { routes } from './routes.ts';

export const dashboards: Group = {
  name: 'dashboards',
  description:
    'Dashboards show figures, charts and tables of objects, to a team or to anyone with a link. See docs/build/dashboards.md.',
  routes,
  apiServices: (services) => ({ beginLook: beginLook(services) }),
  events: { dashboard: 'created updated deleted shared', widget: 'created updated deleted' },
  parameters: {
    dashboard_id: 'The id of a dashboard',
    widget_id: 'The id of a widget',
    share_token: 'The token of a shared dashboard',
  },
  exports: {
    dashboards: 'Dashboards that you created',
  },
};
