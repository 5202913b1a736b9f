import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'backup.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.backups (id, about_tenant, type, source, status, created_by, created_at)
         select app.new_id('bak'), case when n <= 10 then 'ten_rare' else 'ten_x' end,
           case when n <= 10 then 'schema' else 'tenant' end,
           case when n <= 10 then 'undo' else 'schedule' end,
           case when n <= 10 then 'failed' else 'cancelled' end, 'platform',
           '2026-01-01Z'::timestamptz + make_interval(mins => n)
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
    filters: () => ({
      type: ['schema', 'tenant'],
      source: ['undo', 'schedule'],
      status: ['failed', 'cancelled'],
    }),
  },
  'restore.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.restores (id, mode, source, status, created_by, created_at)
         select app.new_id('rst'), 'new_tenant', 'backup', 'failed', 'platform',
           '2026-01-01Z'::timestamptz + make_interval(mins => n)
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
  },
  'drill.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.drills (id, started_at, ok, result)
         select app.new_id('drl'), '2026-01-01Z'::timestamptz + make_interval(mins => n), true,
           '{"restored_to": "2026-01-01T00:00:00Z", "lost_seconds": 0, "took_seconds": 1.5, "tenants": 1, "rows": 1,
             "mismatches": [], "steps": []}'
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
  },
  'backup_schedule.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.backup_schedules (id, name, type, cron_expression, timezone,
           expires_in_days, created_by, created_at, updated_at)
         select app.new_id('bsc'), 'Nightly', 'tenant', '0 3 * * *', 'UTC', 30, 'platform',
           '2026-01-01Z'::timestamptz + make_interval(mins => n), now()
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
  },
};
