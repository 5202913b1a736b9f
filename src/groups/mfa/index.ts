import { uncompressed } from '../../operations/route.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const mfa: Group = {
  name: 'mfa',
  description:
    'Second factors of users: authenticator apps and recovery codes. See docs/auth/mfa.md.',
  routes: uncompressed(routes),
  events: { mfa: 'enrolled removed' },
  parameters: {
    factor_id: 'The id of a second factor',
  },
  exports: {
    mfa_factors: 'Your second factors',
  },
};
