import type { ListCases } from '../support/list-cases.ts';

/** The tenants are those that `tenant.list` adds. A month chooses the figures of each row, not among the rows. */
export const listCases: ListCases = {
  'owner_usage.list': {
    filters: () => ({ month: ['2026-01', '9999-12'] }),
  },
};
