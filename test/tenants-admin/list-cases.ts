import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'tenant.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.tenants (tenant_id, name, slug, owner_email, status, plan_tier)
         select app.new_id('ten'), 'Tenant ' || n, 'tenant-' || n, 'owner' || n || '@example.com',
           case when n <= 10 then 'suspended' else 'active' end, 'unlimited'
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
    filters: () => ({
      search: ['Tenant 77', 'nobody', 'owner77@'],
      status: ['suspended', 'active'],
      plan: ['unlimited', 'enterprise'],
      shard_id: ['none'],
    }),
  },
};
