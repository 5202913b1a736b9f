import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'email.list': {
    rows: [
      { table: 'messages', set: { status: `case when n <= 10 then 'failed' else 'sent' end` } },
    ],
    filters: () => ({ status: ['failed', 'sent'] }),
  },
};
