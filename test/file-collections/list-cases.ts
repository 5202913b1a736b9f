import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'collection.list': { rows: [{ table: 'file_collections' }] },
  // Of the files that test/files/list-cases.ts makes.
  'collection.items': {},
};
