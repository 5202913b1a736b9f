import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'dashboard.list': {
    rows: [
      { table: 'dashboards', set: { is_public: 'false', share_token: 'null', shared_by: 'null' } },
    ],
  },
};
