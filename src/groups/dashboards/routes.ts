import { z } from 'zod';
import {
  confirmQuery,
  deleted,
  dependencies,
  flag,
  offsetQuery,
} from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import {
  Dashboard,
  DashboardData,
  dashboardBody,
  dashboardChanges,
  SharedDashboard,
  Widget,
  WidgetData,
  widgetBody,
} from './shapes.ts';

const list = '/v1/dashboards';
const one = '/v1/dashboards/:dashboard_id';
const widgets = '/v1/dashboards/:dashboard_id/widgets';
const widget = '/v1/dashboards/:dashboard_id/widgets/:widget_id';
const permission = 'dashboards:manage';
const data = () => import('./handlers/data.ts');
const shared = () => import('./handlers/shared.ts');

/** Of an address: many people may be behind one. */
const limit = { name: 'dashboard', points: 600, seconds: 60 };
const tenantFrom = ({ share_token }: Record<string, unknown>) => `/d/${share_token}`;
const faultsOfQuestions = [
  'NOT_FOUND',
  'INVALID_FILTER',
  'FILTER_TOO_EXPENSIVE',
  'UNKNOWN_PROPERTY',
  'INVALID_STATE',
] as const;
const fresh = z.object({
  fresh: flag.optional().meta({ description: '`true`: nothing that was kept for a moment' }),
});

export const routes: Route[] = notImpersonated([
  {
    id: 'dashboard.list',
    method: 'GET',
    path: list,
    scope: 'read',
    summary: 'List dashboards, newest first',
    query: offsetQuery,
    carriesHeaders: true,
    returns: z.array(Dashboard),
  },
  {
    id: 'dashboard.create',
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Create a dashboard',
    body: dashboardBody,
    isVersioned: true,
    returns: Dashboard,
    errors: ['INVALID_STATE'],
    example: { body: { name: 'Sales', is_public: false } },
  },
  handled({
    id: 'dashboard.public',
    method: 'GET',
    path: '/v1/dashboards/public/:share_token',
    scope: 'public',
    permission: 'objects:read',
    tenant: { from: tenantFrom },
    limit,
    summary: 'Get a shared dashboard',
    description:
      'The token identifies the tenant. Shows what the person who shared it may see now, limited ' +
      'for each widget to what its author may see. 404 if the person who shared it is banned or ' +
      'deleted.',
    returns: SharedDashboard,
    handler: lazy(shared, 'sharedDashboard'),
  }),
  {
    id: 'dashboard.get',
    method: 'GET',
    path: one,
    scope: 'read',
    summary: 'Get a dashboard with its widgets',
    isVersioned: true,
    returns: Dashboard,
  },
  {
    id: 'dashboard.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change a dashboard',
    description:
      'Setting is_public creates a share token with your rights; clearing it revokes the token.',
    body: dashboardChanges,
    isVersioned: true,
    returns: Dashboard,
    example: { body: { is_public: true } },
  },
  {
    id: 'dashboard.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Delete a dashboard with its widgets',
    query: confirmQuery,
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS'],
  },
  {
    id: 'dashboard.dependencies',
    method: 'GET',
    path: `${one}/dependencies`,
    scope: 'read',
    summary: 'List what is deleted with a dashboard',
    returns: dependencies,
  },
  {
    id: 'dashboard.rotate',
    method: 'POST',
    path: `${one}/rotate-share-token`,
    scope: 'write',
    permission,
    summary: 'Replace the share token of a dashboard',
    description:
      'The previous token stops working immediately. From now on the dashboard is shared with the caller’s rights.',
    isVersioned: true,
    returns: Dashboard,
    errors: ['INVALID_STATE'],
  },
  handled({
    id: 'dashboard.data',
    method: 'GET',
    path: `${one}/data`,
    scope: 'read',
    summary: 'Get the data of all widgets of a dashboard',
    description:
      'All from one snapshot, under your policies, cached for five seconds. A widget that fails ' +
      'has an `error`; the others are still shown.',
    query: fresh,
    returns: DashboardData,
    handler: lazy(data, 'dashboardData'),
  }),
  {
    id: 'widget.create',
    method: 'POST',
    path: widgets,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Add a widget to a dashboard',
    body: widgetBody,
    isVersioned: true,
    returns: Widget,
    errors: [...faultsOfQuestions],
    example: {
      body: {
        type: 'bar',
        title: 'Won by month',
        config_json: {
          object_type_id: 'deals',
          filters: [{ property: 'status', operator: 'eq', value: 'won' }],
          metric: { fn: 'sum', property: 'amount' },
          group_by: 'closed_at',
          interval: 'month',
        },
        position_json: { x: 0, y: 0, w: 6, h: 4 },
      },
    },
  },
  {
    id: 'widget.update',
    method: 'PATCH',
    path: widget,
    scope: 'write',
    permission,
    summary: 'Change a widget',
    body: widgetBody.partial(),
    isVersioned: true,
    returns: Widget,
    errors: [...faultsOfQuestions],
    example: { body: { title: 'Won, by month' } },
  },
  {
    id: 'widget.delete',
    method: 'DELETE',
    path: widget,
    scope: 'write',
    permission,
    summary: 'Delete a widget',
    isConditional: true,
    returns: deleted,
  },
  handled({
    id: 'widget.data',
    method: 'GET',
    path: `${widget}/data`,
    scope: 'read',
    summary: 'Get the data of a widget',
    query: fresh,
    returns: WidgetData,
    handler: lazy(data, 'widgetData'),
  }),
  handled({
    id: 'dashboard.page',
    method: 'GET',
    path: '/d/:share_token',
    scope: 'public',
    permission: 'objects:read',
    tenant: { from: tenantFrom },
    limit,
    isLink: true,
    isPage: true,
    summary: 'Show a shared dashboard as a page',
    description: 'Charts are images, each with its figures in a table; works without JavaScript.',
    returns: z.never(),
    produces: ['text/html'],
    handler: lazy(() => import('./handlers/page.ts'), 'dashboardPage'),
    isComposed: true,
  }),
  handled({
    id: 'dashboard.live',
    method: 'GET',
    path: '/d/:share_token/live',
    scope: 'public',
    permission: 'objects:read',
    tenant: { from: tenantFrom },
    limit,
    isLink: true,
    summary: 'Watch a shared dashboard',
    description:
      'Server-sent events: `widgets` holds the changed sections of the page as [{id, html}], at ' +
      'most once a second; `reload` means that widgets were added or removed; `end` means that ' +
      'the dashboard is no longer shared.',
    returns: z.never(),
    produces: ['text/event-stream'],
    handler: lazy(() => import('./handlers/live.ts'), 'watchDashboard'),
    isComposed: true,
  }),
]);
