create or replace function app.party(p_tenant text, p_actor jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_party jsonb;
  v_key text := p_actor->>'id';
  v_next text;
begin
  case p_actor->>'type'
  when 'user' then
    select auth.user_principal(u, g.roles, g.permissions) into v_party
    from app.users u cross join lateral auth.user_roles(u) g
    where u.tenant_id = p_tenant and u.id = p_actor->>'id' and not app.user_is_banned(u);
  when 'api_key' then
    loop  -- a key that was rotated is the key that took its place
      select k.replaced_by into v_next from app.api_keys k
      where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is not null;
      exit when v_next is null;
      v_key := v_next;
    end loop;
    select jsonb_build_object('type', 'api_key', 'id', k.id, 'scopes', k.scopes)
    into v_party from app.api_keys k
    where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is null
      and coalesce(k.expires_at > clock_timestamp(), true);
  when 'unknown' then  -- from before authors were kept: the least that anyone needed to write it
    v_party := jsonb_build_object('type', 'unknown', 'id', v_key,
      'scopes', array['read', 'write', 'files']);
  else null;
  end case;
  return v_party;
end $$;
comment on function app.party is
  'A user or key {type, id} as a principal, with the rights they have now; null when there is '
  'nobody to act as: a stranger, a user who is banned or gone, a key that was revoked or expired';
