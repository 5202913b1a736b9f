import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'policy.list': { rows: [{ table: 'policies', set: { name: `'policy ' || n` } }] },
};
