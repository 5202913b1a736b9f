create or replace function app.comment_find(p_tenant text, p_id text)
returns app.comments
language plpgsql stable as $$
declare v_comment app.comments;
begin
  select * into v_comment from app.comments c where c.tenant_id = p_tenant and c.id = p_id;
  if v_comment.id is null or not app.comment_shows(app.file_sight(p_tenant), v_comment) then
    perform app.not_found('comment', p_id);
  end if;
  return v_comment;
end $$;
comment on function app.comment_find is 'A comment that the caller sees, or 404';
