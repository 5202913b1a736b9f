import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'feature_flag.list': {
    rows: async (db, { tenant }, from, to) => {
      await db.query(
        `insert into app.feature_flags (key, created_at, updated_at)
         select 'f' || substr($3, 5) || n, now(), now() from generate_series($1::int, $2::int) n`,
        [from, to, tenant],
      );
    },
  },
};
