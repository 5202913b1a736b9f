create or replace function app.comment_walk_end(
  p_target app.comments, p_ids text[], p_is_asc boolean, p_from text)
returns text
language plpgsql stable as $$
declare v_from text := coalesce(p_from, case when p_is_asc then '' else '~' end);
begin
  if p_ids is not null or coalesce(p_target.object_id, p_target.file_id) is not null then
    return null;
  elsif p_is_asc then
    return (
      select c.id from app.comments c
      where c.tenant_id = p_target.tenant_id and c.id > v_from
      order by c.id offset 1999 limit 1);
  end if;
  return (
    select c.id from app.comments c
    where c.tenant_id = p_target.tenant_id and c.id < v_from
    order by c.id desc offset 1999 limit 1);
end $$;
comment on function app.comment_walk_end is
  'The last of the 2,000 comments behind p_from that app.comments_find looks at, where it looks at all of a tenant; null where '
  'there are fewer, or an index finds them';
