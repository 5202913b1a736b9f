import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const dashboards: Group = {
  name: 'dashboards',
  description:
    'Dashboards show figures, charts and tables of objects, to a team or to anyone with a link. docs/build/dashboards.md walks through.',
  routes,
  events: { dashboard: 'created updated deleted shared', widget: 'created updated deleted' },
  parameters: {
    dashboard_id: 'The id of a dashboard',
    widget_id: 'The id of a widget',
    share_token: 'What opens a shared dashboard',
  },
};
