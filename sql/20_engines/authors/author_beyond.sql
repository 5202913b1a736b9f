create or replace function app.author_beyond(p_user app.users, p_authors jsonb)
returns text
language plpgsql stable as $$
declare
  v_tenant text := p_user.tenant_id;
  v_permissions text[] := app.user_permissions(p_user);
  v_floor text[] := app.signup_permissions(v_tenant);
  v_part record;
  v_held record;
begin
  if p_user.role <> 'owner' and app.permission_beyond(v_floor, v_permissions) is null then
    return null;
  end if;
  for v_part in select a.key as name, a.value as author from jsonb_each(p_authors) a order by 1 loop
    v_held := app.author_permissions(v_tenant, v_part.author);
    if p_user.role = 'owner' and not v_held.is_owner
      or app.permission_beyond(v_floor || v_held.permissions, v_permissions) is not null
      or v_part.author ? 'held' and app.permission_beyond(v_floor || array(
        select jsonb_array_elements_text(v_part.author->'held')), v_permissions) is not null then
      return v_part.name;
    end if;
  end loop;
  return null;
end $$;
comment on function app.author_beyond is
  'The first of some settings (name to author) that was written by somebody who may do less than '
  'a user; null when each author may do as much, or the user no more than anybody who signs up';
