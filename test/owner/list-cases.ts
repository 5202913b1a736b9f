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
  'accounting_record.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.accounting_records (id, type, amount, currency, category, about_tenant,
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
  'owner_error.list': {},
  'owner_ticket.list': {
    // The rows that ticket.list adds are those that the operator sees.
    filters: () => ({
      status: ['solved', 'open'],
      priority: ['urgent', 'normal', 'low'],
      assignee: ['rare', 'common'],
      search: ['question', 'nothing', '#1000007'],
    }),
    scans: 20_000,
  },
};
