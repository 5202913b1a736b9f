import type { CopiesOf } from '../support/copy-rows.ts';
import type { ListCases } from '../support/list-cases.ts';

const rows: CopiesOf[] = [
  {
    table: 'workflow_runs',
    set: {
      status: `case when n <= 10 then 'failed' else 'waiting' end`,
      assignee_role: `case when n <= 10 then null else 'owner' end`,
    },
  },
];
const status = ['failed', 'waiting'];

export const listCases: ListCases = {
  'workflow.list': { rows: [{ table: 'workflows' }] },
  'workflow.runs': { rows, filters: () => ({ status }) },
  'workflow_run.list': { rows, filters: () => ({ status, assignee: ['me', 'user_0'] }) },
};
