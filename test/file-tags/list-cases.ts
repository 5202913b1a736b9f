import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'file_tag.list': { rows: [{ table: 'file_tags', set: { name: `'tag ' || n` } }] },
};
