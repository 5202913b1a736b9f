import { ofOthers } from '../support/copy-rows.ts';
import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'user.list': {
    rows: [
      {
        table: 'users',
        set: {
          email: `'user' || n || '@example.com'`,
          phone: 'null',
          role: `case when n <= 10 then 'admin' else 'user' end`,
          user_metadata: `jsonb_build_object('name', case when n <= 10 then 'Ada' else 'Bob' end || n)`,
        },
      },
    ],
    filters: () => ({
      search: ['ada', 'user7@', 'user77@', 'nobody'],
      role: ['admin', 'user', 'nobody'],
    }),
  },
  'user.mfa_list': { rows: [{ table: 'mfa_factors' }, ofOthers('mfa_factors')] },
};
