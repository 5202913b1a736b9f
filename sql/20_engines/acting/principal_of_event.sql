create or replace function app.principal_of_event(
  p_tenant text, p_actor jsonb, p_by jsonb, p_depth integer)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb;
  v_key text := p_actor->>'id';
  v_next text;
begin
  if p_actor->>'type' = 'user' then
    select auth.user_principal(u, g.roles, g.permissions) into v_principal
    from app.users u cross join lateral auth.user_roles(u) g
    where u.tenant_id = p_tenant and u.id = p_actor->>'id' and not app.user_is_banned(u);
  elsif p_actor->>'type' = 'api_key' then
    loop  -- a key that was rotated is the key that took its place
      select k.replaced_by into v_next from app.api_keys k
      where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is not null;
      exit when v_next is null;
      v_key := v_next;
    end loop;
    select app.key_principal(k) into v_principal from app.api_keys k
    where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is null;
  end if;
  return v_principal || jsonb_build_object('by', p_by, 'causation_depth', p_depth);
end $$;
comment on function app.principal_of_event is
  'Who caused an event, or made what acts now (an actor), as a principal for what follows from it, '
  'with the rights he has now; null when there is nobody to act as: a stranger, who is banned or gone, a revoked key';
