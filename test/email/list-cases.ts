import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'email.list': {
    rows: [
      {
        table: 'messages',
        set: {
          variables: `'{}'`,
          text: 'null',
          html: 'null',
          status: `case when n <= 10 then 'failed' else 'sent' end`,
        },
      },
    ],
    filters: () => ({ status: ['failed', 'sent'] }),
  },
};
