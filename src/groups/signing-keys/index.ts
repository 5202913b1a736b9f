import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const signingKeys: Group = {
  name: 'signing-keys',
  description: 'The keys that sign access tokens. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
};
