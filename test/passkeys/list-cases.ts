import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'passkey.list': {
    rows: [{ table: 'passkeys', set: { credential_id: `'credential' || n` } }],
    isOfUser: true,
  },
};
