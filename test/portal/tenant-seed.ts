import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** Nothing that the paths of its operations name. */
export const seed: Seed = async () => ({});

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `insert into app.portal_sessions (tenant_id, id, object_type_id, object_id, capabilities, created_at, expires_at)
     values ($1, $3, $2::text, $2::text, array[$2::text], now(), now() + interval '1 hour')`,
    [tenantId, marker, `psn_${marker}`],
  );
};
