import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'platform_job.list': {
    rows: async (db, { tenant }, from, to) => {
      await db.query(
        `insert into app.work (tenant_id, kind, id, due_at, attempts)
         select $3, case when n <= 10 then 'automation' else 'webhook' end, 'listed ' || n,
           now() + interval '1 year', case when n <= 10 then 2 else 0 end
         from generate_series($1::int, $2::int) n`,
        [from, to, tenant],
      );
    },
    filters: () => ({ kind: ['automation', 'webhook'], status: ['queued', 'retrying'] }),
    // 10,001 of the queue, and once more what they are made into.
    scans: 20_002,
  },
};
