import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'invariant.list': {
    rows: [{ table: 'invariants', set: { name: `'rule ' || n` } }],
    filters: ({ object_type_id }) => ({ object_type_id: [object_type_id] }),
  },
};
