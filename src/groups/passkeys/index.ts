import { uncompressed } from '../../operations/route.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const passkeys: Group = {
  name: 'passkeys',
  description: 'Passkeys of users (WebAuthn): a sign-in without a password. See docs/auth/mfa.md.',
  routes: uncompressed(routes),
  events: { passkey: 'created updated deleted' },
  parameters: {
    credential_id: 'The id of a passkey',
  },
  exports: {
    passkeys: 'Your passkeys',
  },
};
