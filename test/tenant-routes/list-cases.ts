import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'route.list': {
    rows: async (db, { tenant }, from, to) => {
      await db.query(
        `insert into app.routes (id, about_tenant, hostname, status, proof, proof_value, created_at, updated_at)
         select app.new_id('rte'), $3, 'h' || n || '.' || substr($3, 5) || '.example.com', 'pending', 'TXT', 'x', now(), now()
         from generate_series($1::int, $2::int) n`,
        [from, to, tenant],
      );
    },
    filters: () => ({
      source: ['operator', 'slug'],
      hostname: ['nothing.example.com'],
    }),
  },
};
