import type { Group } from '../../tools/manifest/group.ts';
import { operatorRoutes } from './operator-routes.ts';
import { routes } from './routes.ts';

export const featureFlags: Group = {
  name: 'feature-flags',
  description:
    'Features that the operator opens to all tenants or a share of them. What is under /admin needs a platform key. See docs/operate/desk.md.',
  routes: [...routes, ...operatorRoutes],
  parameters: { flag_key: 'The key of a feature flag, such as new-editor' },
};
