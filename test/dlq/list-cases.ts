import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'dead_letter.list': {
    rows: [
      {
        table: 'dead_letters',
        set: {
          record_id: 'n::text',
          source: `case when n <= 10 then 'email' else 'webhook' end`,
          status: `case when n <= 10 then 'retrying' when n % 2 = 0 then 'discarded' else 'dead' end`,
        },
      },
    ],
    filters: () => ({
      source: ['email', 'webhook'],
      status: ['retrying', 'discarded'],
    }),
  },
  'platform_dead_letter.list': {
    rows: [
      {
        table: 'dead_letters',
        set: {
          record_id: `'all ' || n`,
          source: `case when n <= 10 then 'email' else 'webhook' end`,
          status: `case when n <= 10 then 'retrying' when n % 2 = 0 then 'discarded' else 'dead' end`,
        },
      },
    ],
    filters: () => ({
      source: ['email', 'webhook'],
      status: ['retrying', 'discarded'],
    }),
    scans: 10_001,
  },
};
