import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'tenant_key.list': {},
};
