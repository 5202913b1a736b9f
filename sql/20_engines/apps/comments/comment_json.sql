create or replace function app.comment_json(p_comment app.comments)
returns json
language sql stable as $$
  select json_build_object('id', p_comment.id, 'object_type_id', p_comment.object_type_id,
    'object_id', p_comment.object_id, 'file_id', p_comment.file_id, 'parent_id', p_comment.parent_id,
    'body', p_comment.body,
    'author', json_build_object('id', p_comment.author_id, 'email', (
      select u.email from app.users u
      where u.tenant_id = p_comment.tenant_id and u.id = p_comment.author_id)),
    'mentions', p_comment.mentions, 'attachments', p_comment.attachments,
    'reactions', p_comment.reactions, 'resolved_at', p_comment.resolved_at,
    'edited_at', p_comment.edited_at, 'is_deleted', p_comment.is_deleted,
    'created_at', p_comment.created_at, 'updated_at', p_comment.updated_at)
$$;
comment on function app.comment_json is 'A comment as the API shows it';
