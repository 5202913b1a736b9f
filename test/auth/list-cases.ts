import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'auth.session_list': {
    // Ended ones stay for a while.
    rows: [{ table: 'sessions', set: { revoked_at: 'case when n % 2 = 0 then now() end' } }],
    isOfUser: true,
  },
};
