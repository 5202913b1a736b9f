import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'owner_subscription.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `with made as (
           insert into app.tenants (tenant_id, name, slug, status, plan_tier)
           select app.new_id('ten'), 'Payer ' || n, 'payer-' || n, 'active', 'pro'
           from generate_series($1::int, $2::int) n returning tenant_id, name)
         insert into app.subscriptions (tenant_id, status, "interval", seats, currency, price)
         select m.tenant_id, case when split_part(m.name, ' ', 2)::int <= 10 then 'trialing' else 'active' end,
           'month', 1, 'USD', 29 from made m`,
        [from, to],
      );
    },
    filters: () => ({ status: ['trialing', 'active', 'incomplete'] }),
  },
};
