create or replace function api.comment_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_comment app.comments := app.comment_merge(app.comment_parent(
    app.comment_target_hold(tenant, args), args->>'parent_id'), '{"mentions": [], "attachments": []}' || args);
  v_shown json;
  v_done text;
begin
  v_comment.id := app.new_id('cmt');
  v_comment.author_id := app.comment_author();
  v_comment.reactions := '{}';
  v_comment.told := '{}';
  v_comment.is_deleted := false;
  v_comment.created_at := clock_timestamp();
  v_comment.updated_at := v_comment.created_at;
  if v_comment.mentions <> '{}' then
    v_comment.told := app.comment_tell(v_comment, v_comment.mentions);
  end if;
  insert into app.comments (tenant_id, id, object_type_id, object_id, file_id, parent_id, depth,
    author_id, body, mentions, told, attachments, created_at, updated_at)
  values (tenant, v_comment.id, v_comment.object_type_id, v_comment.object_id, v_comment.file_id,
    v_comment.parent_id, v_comment.depth, v_comment.author_id, v_comment.body, v_comment.mentions,
    v_comment.told, v_comment.attachments, v_comment.created_at, v_comment.updated_at);
  v_shown := app.comment_json(v_comment);
  v_done := app.journal_write(tenant, 'comment.created', 'comment', v_comment.id, v_shown,
    p_object_type_id => v_comment.object_type_id);
  return v_shown;
end $$;
comment on function api.comment_create is 'Comment on an object or a file';
