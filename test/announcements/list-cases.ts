import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  // Those that the list of the operator has: ten of them have not ended.
  'announcement.current': {},
};
