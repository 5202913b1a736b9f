import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'saml_provider.list': {
    rows: [{ table: 'saml_providers', set: { entity_id: `'https://' || n || '.example'` } }],
  },
};
