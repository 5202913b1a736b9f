create or replace function app.principal_of_event(
  p_tenant text, p_actor jsonb, p_by jsonb, p_depth integer)
returns jsonb
language plpgsql stable as $$
declare v_principal jsonb;
begin
  if p_actor->>'type' = 'user' then
    select auth.user_principal(u, g.roles, g.permissions) into v_principal
    from app.users u cross join lateral auth.user_roles(u) g
    where u.tenant_id = p_tenant and u.id = p_actor->>'id' and not app.user_is_banned(u);
  elsif p_actor->>'type' = 'api_key' then
    select jsonb_build_object('type', 'api_key', 'id', k.id, 'scopes', k.scopes)
    into v_principal from app.api_keys k
    where k.tenant_id = p_tenant and k.id = p_actor->>'id' and k.revoked_at is null;
  end if;
  return v_principal || jsonb_build_object('by', p_by, 'causation_depth', p_depth);
end $$;
comment on function app.principal_of_event is
  'Who caused an event (its actor), as a principal for what follows from it, with the rights he '
  'has now; null when there is nobody to act as: a stranger, who is banned or gone, a revoked key';
