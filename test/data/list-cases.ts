import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'data.imports': { rows: [{ table: 'imports' }] },
  'data.exports': { rows: [{ table: 'exports' }] },
};
