import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const platformKeys: Group = {
  name: 'platform-keys',
  description:
    'Keys of the operator, with scopes, beside PLATFORM_ADMIN_KEY, which may do everything. See docs/operate/keys.md.',
  routes,
  parameters: { platform_key_id: 'The id of a platform key, or `env`: PLATFORM_ADMIN_KEY' },
};
