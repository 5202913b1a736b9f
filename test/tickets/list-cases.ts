import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'ticket.list': {
    rows: [
      {
        table: 'tickets',
        set: {
          number: '1000000 + n',
          status: `case when n <= 10 then 'solved' else 'open' end`,
          priority: `case when n <= 10 then 'urgent' else 'normal' end`,
          assignee: `case when n <= 10 then 'rare' else 'common' end`,
          subject: `'Question ' || n`,
        },
      },
    ],
    filters: () => ({ status: ['solved', 'open', 'closed'] }),
  },
  'owner_ticket.list': {
    // The rows that ticket.list adds are seen by the operator.
    filters: () => ({
      status: ['solved', 'open'],
      priority: ['urgent', 'normal', 'low'],
      assignee: ['rare', 'common'],
      search: ['question', 'nothing', '#1000007'],
    }),
    scans: 20_000,
  },
};
