import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** Nothing here has an id of its own. */
export const seed: Seed = async () => ({});

/** A subscription, and an event that was received. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with event as (insert into app.billing_events (tenant_id, id, type) values ($1, $2, $2)),
     invoice as (
       insert into app.mock_invoices (tenant_id, number, id, currency, total, created_at)
       values ($1, 1, 'inv_' || $2, 'USD', 1, now()))
     insert into app.subscriptions (tenant_id, provider, customer_id, subscription_id, status)
     values ($1, 'mock', $2, $2, 'active')`,
    [tenantId, marker],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  mock_invoices: /^currency$/,
  subscriptions: /^(provider|status|interval|currency)$/,
};
