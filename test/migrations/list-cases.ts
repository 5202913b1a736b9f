import type { Growth, ListCases } from '../support/list-cases.ts';

/** Migrations that have ended: at most one of a type is open. */
const rows: Growth = async (db, _, from, to) => {
  await db.query(
    `insert into app.migrations (id, type, status, created_by, created_at)
     select app.new_id('mig'), 'reseal', case when n <= 10 then 'cancelled' else 'failed' end, 'platform',
       '2026-01-01Z'::timestamptz + make_interval(mins => n)
     from generate_series($1::int, $2::int) n`,
    [from, to],
  );
};

export const listCases: ListCases = {
  'migration.list': {
    rows,
    filters: () => ({ type: ['reseal'], status: ['cancelled', 'failed'] }),
  },
  'migration.failed': { rows },
  'migration.active': {
    rows: async (db, seeded, from, to) => {
      await rows(db, seeded, from, to);
      await db.query(
        `insert into app.migrations (id, type, status, created_by, created_at)
         values (app.new_id('mig'), 'reseal', 'pending', 'platform', now()) on conflict do nothing`,
      );
    },
  },
};
