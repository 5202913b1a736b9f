import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** An announcement with the marker in its texts. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/user-announcements', { title: marker, body: marker });
  return { user_announcement_id: body.data.id };
};

/** For a role, and read by a user. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with announcement as (
       insert into app.user_announcements (tenant_id, id, title, body, roles, starts_at, created_by)
       values ($1, $3, $2, $2, array[$2], now(), $2))
     insert into app.user_announcement_reads (tenant_id, user_id, announcement_id)
     select $1, u.id, $3 from app.users u where u.tenant_id = $1 order by u.id limit 1`,
    [tenantId, marker, `uann_${marker}`],
  );
};
