import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'key.list': { rows: [{ table: 'api_keys', set: { handle: `lpad(n::text, 12, '0')` } }] },
};
