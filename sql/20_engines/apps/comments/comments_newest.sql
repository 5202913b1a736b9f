create or replace function app.comments_newest(
  p_target app.comments, p_query text, p_ids text[], p_sight jsonb, p_before text, p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_tenant text := p_target.tenant_id;
  v_part text := app.like_part(p_query);
begin
  if p_ids is not null then
    return array(
      select c.id from app.comments c
      where c.tenant_id = v_tenant and c.id = any (p_ids) and c.id < p_before
        and c.body ilike v_part
        and (p_target.object_id is null
          or c.object_type_id = p_target.object_type_id and c.object_id = p_target.object_id)
        and (p_target.file_id is null or c.file_id = p_target.file_id)
        and app.comment_shows(p_sight, row(c.*)::app.comments)
      order by c.id desc limit p_limit);
  elsif p_target.object_id is not null then
    return array(
      select c.id from app.comments c
      where c.tenant_id = v_tenant and c.object_type_id = p_target.object_type_id
        and c.object_id = p_target.object_id and c.id < p_before
        and (v_part is null or c.body ilike v_part)
      order by c.id desc limit p_limit);
  elsif p_target.file_id is not null then
    return array(
      select c.id from app.comments c
      where c.tenant_id = v_tenant and c.file_id = p_target.file_id and c.id < p_before
        and (v_part is null or c.body ilike v_part)
      order by c.id desc limit p_limit);
  end if;
  -- The caller may see hardly any of them: a page ends where 2,000 have been looked at (app.comment_walk_end).
  return array(
    select c.id from (
      select * from app.comments a
      where a.tenant_id = v_tenant and a.id < p_before order by a.id desc limit 2000) c
    where (v_part is null or c.body ilike v_part)
      and app.comment_shows(p_sight, row(c.*)::app.comments)
    order by c.id desc limit p_limit);
end $$;
comment on function app.comments_newest is
  'app.comments_find, newest first: on an object or file that the caller '
  'sees, or on anything that they see (p_sight of app.file_sight); with a text in them, among p_ids '
  'where an index has found them';
