create or replace function app.comment_parent(p_comment app.comments, p_parent_id text)
returns app.comments
language plpgsql stable as $$
declare v_parent app.comments;
begin
  p_comment.depth := 0;
  if p_parent_id is null then return p_comment; end if;
  select * into v_parent from app.comments c
  where c.tenant_id = p_comment.tenant_id and c.id = p_parent_id
    and c.object_type_id is not distinct from p_comment.object_type_id
    and c.object_id is not distinct from p_comment.object_id
    and c.file_id is not distinct from p_comment.file_id;
  if v_parent.id is null then perform app.not_found('comment', p_parent_id); end if;
  if v_parent.depth >= 31 then
    perform app.invalid('parent_id', 'too_deep',
      'is already 32 levels deep. Reply to a comment above it');
  end if;
  p_comment.parent_id := v_parent.id;
  p_comment.depth := v_parent.depth + 1;
  return p_comment;
end $$;
comment on function app.comment_parent is
  'Returns a new comment as an answer to another on the same object or file: 404 when there is none '
  'there, 400 below a thread of 32';
