import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'identity.list': {
    rows: [{ table: 'identities', set: { subject: 'n::text' } }],
    isOfUser: true,
  },
};
