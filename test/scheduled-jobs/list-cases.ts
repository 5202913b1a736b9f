import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'job.list': { rows: [{ table: 'scheduled_jobs' }] },
  'job_run.list': {
    rows: [
      {
        table: 'job_runs',
        set: {
          status: `case when n <= 10 then 'failed' else 'succeeded' end`,
          scheduled_for: 'null',
        },
      },
    ],
    filters: () => ({ status: ['failed', 'succeeded'] }),
  },
};
