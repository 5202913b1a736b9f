import { uncompressed } from '../../operations/route.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const keys: Group = {
  name: 'keys',
  description: 'API keys of the tenant: scopes, addresses, rates, rotation.',
  routes: uncompressed(routes),
  events: { key: 'created updated rotated revoked' },
  parameters: { key_id: 'The id of an API key' },
};
