import type { SeedRows } from '../support/group-seeds.ts';

/** The erasure of a user, which is complete: it has no addresses any more. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `insert into app.user_erasures (tenant_id, user_id, requested_at, blanked_at, complete_at, state, rows)
     values ($1, $2, now(), now(), now(), jsonb_build_object('table', $2::text), jsonb_build_object($2::text, 1))`,
    [tenantId, marker],
  );
};

export const notWritten = { user_erasures: /^addresses$/ };
