import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'book_record.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.book_records (id, type, amount, currency, category, about_tenant,
           occurred_at, created_by, created_at, updated_at)
         select app.new_id('rec'), case when n <= 10 then 'payout' else 'income' end, 1,
           case when n <= 10 then 'EUR' else 'USD' end, case when n <= 10 then 'rare' else 'common' end,
           'ten_x', '2026-01-01Z'::timestamptz + make_interval(mins => n), 'platform', now(), now()
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
    filters: () => ({
      type: ['payout', 'income'],
      currency: ['EUR', 'USD'],
      category: ['rare', 'common'],
      from: ['2026-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
      to: ['2026-01-01T00:05:00Z'],
    }),
  },
};
