create or replace function app.author_beyond(p_user app.users, p_authors jsonb)
returns text
language plpgsql stable as $$
declare
  v_permissions text[] := app.user_permissions(p_user);
  v_floor text[] := app.signup_permissions(p_user.tenant_id);
  v_part record;
  v_party jsonb;
begin
  if p_user.role <> 'owner' and app.permission_beyond(v_floor, v_permissions) is null then
    return null;
  end if;
  for v_part in
    select a.key as name, b.author
    from jsonb_each(p_authors) a cross join jsonb_array_elements(a.value) b(author) order by 1
  loop
    v_party := app.party(p_user.tenant_id, v_part.author);
    if p_user.role = 'owner' and not coalesce(v_party->'scopes' ? '*'
        and (v_party->>'type' <> 'user' or v_party->>'role' = 'owner'), false)
      or app.permission_beyond(v_floor || app.permissions_of(v_party), v_permissions) is not null
    then
      return v_part.name;
    end if;
  end loop;
  return null;
end $$;
comment on function app.author_beyond is
  'Returns the first of some settings, {name: [{type, id}]}, whose author may do less than a user '
  'now; null when each author may do as much, or the user no more than anyone who signs up. '
  'Someone who is gone may do nothing';
