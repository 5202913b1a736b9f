create or replace function app.users_find(
  p_tenant text, p_role text, p_search text, p_ids text[], p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_part text := app.like_part(p_search);
  v_role_id text := (
    select r.id from app.roles r where r.tenant_id = p_tenant and r.name = p_role);
begin
  if p_ids is not null then
    return array(
      select u.id from app.users u
      where u.tenant_id = p_tenant and u.id = any (p_ids)
        and app.user_matches(row(u.*)::app.users, p_role, v_role_id, p_search, v_part)
      order by u.id desc limit p_limit);
  elsif p_search is not null then
    return array(
      select u.id from app.users u
      where u.tenant_id = p_tenant
        and app.user_matches(row(u.*)::app.users, p_role, v_role_id, p_search, v_part)
      order by u.id desc limit p_limit);
  elsif p_role is not null then
    return array(
      select f.id from (
        (select u.id from app.users u
         where u.tenant_id = p_tenant and u.role = p_role
         order by u.id desc limit p_limit)
        union
        (select m.user_id from app.role_members m
         where m.tenant_id = p_tenant and m.role_id = v_role_id
         order by m.user_id desc limit p_limit)) f
      order by f.id desc limit p_limit);
  end if;
  return array(
    select u.id from app.users u where u.tenant_id = p_tenant order by u.id desc limit p_limit);
end $$;
comment on function app.users_find is
  'The ids of up to p_limit users, newest first: all, those with a role, those that hold a text or '
  'have it as their id (among p_ids, where an index has found them); null is any';
