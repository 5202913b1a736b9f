import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  // Those that the list of the operator has: ten of them have not ended.
  'announcement.current': {},
  'announcement.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.announcements (id, title, level, starts_at, ends_at, created_at, updated_at)
         select app.new_id('ann'), 'Hello', 'info', now() - make_interval(mins => n),
           case when n <= 10 then 'infinity' else now() - make_interval(mins => n - 1) end, now(), now()
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
  },
};
