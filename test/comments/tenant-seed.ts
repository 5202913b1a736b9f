import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** A comment that says the marker wherever it can, with a reaction. */
export const seed: Seed = async (api, marker) => {
  await api.post('/v1/object-types', { name: 'discussed' });
  const object = await api.post('/v1/objects/discussed', { properties: {} });
  const { body } = await api.post('/v1/comments', {
    object_type_id: 'discussed',
    object_id: object.body.data.id,
    body: marker,
  });
  // A name that tells nothing: paths are logged.
  const emoji = '+1';
  await api.put(`/v1/comments/${body.data.id}/reactions/${emoji}`);
  return { comment_id: body.data.id, emoji };
};

/** With its mentions and attachments. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with comment as (
       insert into app.comments (tenant_id, id, object_type_id, object_id, parent_id, depth, author_id,
         body, mentions, told, attachments, reactions, created_at, updated_at)
       values ($1, $3, $3, $3, $3, 0, $2, $2, array[$2], array[$2], array[$2],
         jsonb_build_object($2::text, 1), now(), now()))
     insert into app.comment_reactions (tenant_id, comment_id, emoji, author_id, created_at)
     values ($1, $3, $2, $2, now())`,
    [tenantId, marker, `cmt_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = { comment_reactions: /^emoji$/ };
