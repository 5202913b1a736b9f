import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'function.list': { rows: [{ table: 'functions', set: { name: `'function ' || n` } }] },
  'function.logs': {
    rows: [
      {
        table: 'function_runs',
        set: { status: `case when n <= 10 then 'failed' else 'succeeded' end` },
      },
    ],
    filters: () => ({ status: ['failed', 'succeeded'] }),
  },
  'function.versions': { rows: [{ table: 'function_versions', set: { version: '1 + n' } }] },
};
