create or replace function app.user_matches(
  p_user app.users, p_role text, p_role_id text, p_search text, p_part text)
returns boolean
language sql stable as $$
  select (p_part is null or p_user.email ilike p_part or p_user.phone like p_part
      or p_user.user_metadata->>'name' ilike p_part or p_user.id = p_search)
    and (p_role is null or p_user.role = p_role or exists (
      select 1 from app.role_members m
      where m.tenant_id = p_user.tenant_id and m.user_id = p_user.id and m.role_id = p_role_id))
$$;
comment on function app.user_matches is
  'Whether a user has a role (or is a member of the one with p_role_id) and holds a text, given as it '
  'is and as a pattern; null is any';
