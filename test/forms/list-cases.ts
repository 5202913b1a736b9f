import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'form.list': { rows: [{ table: 'forms', set: { slug: `'slug' || n` } }] },
  'form.submissions': {
    rows: [
      {
        table: 'form_submissions',
        set: {
          status: `case when n <= 10 then 'error' else 'received' end`,
          data: `jsonb_build_object('a', case when n <= 10 then 'winter sale' else 'spring' || n end)`,
        },
      },
    ],
    // Of the newest submissions, the values are read.
    scans: 10_000,
    filters: () => ({
      status: ['error', 'received'],
      search: ['winter', 'spring77', 'nothing'],
    }),
  },
};
