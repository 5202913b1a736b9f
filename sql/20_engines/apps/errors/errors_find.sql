create or replace function app.errors_find(
  p_tenant text, p_status text, p_level text, p_most integer)
returns text[]
language plpgsql stable as $$
begin
  -- One statement for each index: a plan for all of them would read the whole list for a rare status.
  if p_status is not null then
    return array(
      select g.id from app.error_groups g
      where g.tenant_id = p_tenant and g.status = p_status
        and (p_level is null or g.level = p_level)
      order by g.listed_at desc, g.id desc limit p_most);
  elsif p_level is not null then
    return array(
      select g.id from app.error_groups g
      where g.tenant_id = p_tenant and g.level = p_level
      order by g.listed_at desc, g.id desc limit p_most);
  end if;
  return array(
    select g.id from app.error_groups g
    where g.tenant_id = p_tenant order by g.listed_at desc, g.id desc limit p_most);
end $$;
comment on function app.errors_find is
  'Ids of errors by status and level, those reported last first, up to p_most';
