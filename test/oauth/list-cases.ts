import { ofOthers } from '../support/copy-rows.ts';
import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'identity.list': {
    rows: [
      { table: 'identities', set: { subject: 'n::text' } },
      ofOthers('identities', { subject: `'of ' || n` }),
    ],
    isOfUser: true,
  },
};
