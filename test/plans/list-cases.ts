import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'plan.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.plans (plan_tier, name) select 'plan-' || n, 'Plan'
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
  },
};
