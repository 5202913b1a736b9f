import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'error.list': {
    rows: [
      {
        table: 'error_groups',
        set: {
          fingerprint: `'f' || n`,
          status: `case when n <= 10 then 'ignored' else 'open' end`,
          level: `case when n <= 10 then 'fatal' else 'error' end`,
          listed_at: `now() - make_interval(secs => n)`,
        },
      },
    ],
    filters: () => ({ status: ['ignored', 'open'], level: ['fatal', 'error'] }),
  },
  'owner_error.list': {},
};
