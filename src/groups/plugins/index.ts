import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export { type Body, type Kind, type KindName, kindNames, kindOf } from './kinds.ts';

export const plugins: Group = {
  name: 'plugins',
  description:
    'Object types, automations, forms and other parts, installed, upgraded and removed as one plugin. See docs/connect/plugins.md.',
  routes,
  events: { plugin: 'installed updated uninstalled' },
  parameters: { plugin_id: 'The id of a plugin' },
};
