import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** Nothing of its own: meters are rows that calls leave behind. */
export const seed: Seed = async () => ({});

/** Counts, with the marker as the name of an operation. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with meter as (
       insert into app.meters (tenant_id, grain, since, calls, operations, statuses, durations, types)
       select $1, 'hour', date_trunc('hour', now() at time zone 'UTC') - interval '2 hours', 1, m.counts,
         m.counts, m.counts, m.counts
       from (select jsonb_build_object($2::text, 1)) m(counts)),
     standing as (
       insert into app.plan_standings (tenant_id, limit_name, used) values ($1, 'webhooks', 1))
     insert into app.usage_months (tenant_id, month, plan_tier) values ($1, '2026-01-01', $2)`,
    [tenantId, marker],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  meters: /^grain$/,
  plan_standings: /^limit_name$/,
};
