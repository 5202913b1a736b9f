import { uncompressed } from '../../operations/route.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { OAuthClients } from './clients.ts';
import { routes } from './routes.ts';

export { accountOfIdToken, type BroughtToken } from './handlers/account-of-id-token.ts';
export { idToken } from './handlers/id-token.ts';
export { secretPlace } from './provider.ts';

export const oauth: Group = {
  name: 'oauth',
  description:
    'Sign-in with identity providers (OpenID Connect, OAuth 2), and the accounts that users have there.',
  routes: uncompressed(routes),
  apiServices: ({ outbound, box }) => ({ oauthClients: new OAuthClients(outbound, box) }),
  parameters: {
    identity_id: 'The id of an identity',
    provider: 'The name of an identity provider, such as `google`',
  },
};
