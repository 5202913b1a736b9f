import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const integrations: Group = {
  name: 'integrations',
  description: 'Synchronizes object types with other systems. See docs/connect/integrations.md.',
  routes,
  events: { integration: 'created updated deleted secret_rotated synced failed' },
  parameters: { integration_id: 'The id of an integration' },
  lanes: [async () => (await import('./lane.ts')).startIntegrationLane],
};
