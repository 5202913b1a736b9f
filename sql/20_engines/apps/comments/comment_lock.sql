create or replace function app.comment_lock(p_tenant text, args jsonb)
returns app.comments
language plpgsql volatile as $$
declare
  v_comment app.comments;
  v_type app.object_types;
  v_done text;
begin
  perform from app.comments c where c.tenant_id = p_tenant and c.id = args->>'comment_id' for update;
  v_comment := app.comment_find(p_tenant, args->>'comment_id');
  if v_comment.object_type_id is not null and app.is_type_limited() then
    v_type := app.object_type_find(p_tenant, v_comment.object_type_id);
    perform app.type_permission_check(v_type, 'write');
  end if;
  if v_comment.is_deleted then
    perform app.fail(409, 'INVALID_STATE', 'This comment was deleted and cannot be changed.');
  end if;
  v_done := app.unchanged_check(v_comment.updated_at, args);
  return v_comment;
end $$;
comment on function app.comment_lock is
  'The comment args.comment_id, locked for a change; 404, 403 for a role that may not write objects '
  'of its type, 409 INVALID_STATE of one that was deleted, 412';
