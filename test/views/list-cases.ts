import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'view.list': { rows: [{ table: 'views', set: { is_default: 'false' } }] },
  // Of the objects that test/objects/list-cases.ts makes; its filter finds one.
  'view.results': {},
};
