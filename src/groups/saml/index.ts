import { uncompressed } from '../../operations/route.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export { describe } from './describe.ts';
export type { ProviderMetadata } from './metadata.ts';

export const saml: Group = {
  name: 'saml',
  description:
    'Single sign-on with SAML 2.0: the identity providers of companies. See docs/auth/saml.md.',
  routes: uncompressed(routes),
  events: { saml_provider: 'created updated deleted' },
  parameters: { provider_id: 'The id of a SAML identity provider' },
};
