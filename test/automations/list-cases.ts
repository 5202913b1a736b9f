import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'automation.list': { rows: [{ table: 'automations' }] },
  'automation.runs': {
    rows: [
      {
        table: 'automation_runs',
        set: { status: `case when n <= 10 then 'failed' else 'succeeded' end` },
      },
    ],
    filters: () => ({ status: ['failed', 'succeeded'] }),
  },
};
