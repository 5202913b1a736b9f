import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'plugin.list': { rows: [{ table: 'plugins', set: { slug: `'plugin-' || n` } }] },
};
