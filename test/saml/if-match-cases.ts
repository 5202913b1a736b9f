import { crud, fresh, type IfMatchCases, posted } from '../support/if-match-cases.ts';
import { samlMetadata } from '../support/saml-metadata.ts';

export const ifMatchCases: IfMatchCases = {
  'an identity provider': posted(
    crud('saml_provider'),
    '/v1/auth/saml/providers',
    () => {
      const name = fresh();
      return { name, metadata_xml: samlMetadata(name), domains: [`${name}.example`] };
    },
    { enabled: false },
  ),
};
