create or replace function app.party(p_tenant text, p_actor jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_party jsonb;
  v_key app.api_keys;
  v_plugin app.plugins;
begin
  case p_actor->>'type'
  when 'user' then
    select auth.user_principal(row(u.*)::app.users, g.roles, g.permissions) into v_party
    from app.users u cross join lateral auth.user_roles(row(u.*)::app.users) g
    where u.tenant_id = p_tenant and u.id = p_actor->>'id'
      and not app.user_is_banned(row(u.*)::app.users);
  when 'api_key' then
    v_key := app.key_now(p_tenant, p_actor->>'id');
    if v_key.id is not null and v_key.revoked_at is null
      and coalesce(v_key.expires_at > clock_timestamp(), true) then
      v_party := app.key_principal(v_key);
    end if;
  when 'plugin' then  -- what it asked for when it was installed; policies and privacy are the matter of the others
    select * into v_plugin from app.plugins p where p.tenant_id = p_tenant and p.id = p_actor->>'id';
    if v_plugin.id is not null then
      v_party := jsonb_strip_nulls(jsonb_build_object('type', 'plugin', 'id', v_plugin.id,
        'scopes', app.permission_scopes(v_plugin.permissions), 'permissions', v_plugin.permissions,
        'type_limited', nullif(app.permissions_name_types(v_plugin.permissions), false),
        'bound_by_policies', false));
    end if;
  when 'platform' then  -- what the operator has applied to a tenant: app.operator_principal
    v_party := jsonb_build_object('type', 'platform', 'id', p_actor->'id', 'scopes', array['*']);
  when 'unknown' then  -- from before authors were kept: the least that anyone needed to write it
    v_party := jsonb_build_object('type', 'unknown', 'id', p_actor->'id',
      'scopes', array['read', 'write', 'files']);
  else null;
  end case;
  return v_party;
end $$;
comment on function app.party is
  'A user, key or plugin {type, id} as a principal, with the rights they have now; null when there '
  'is no one to act as: a stranger, a user who is banned or gone, a key that was revoked or expired, '
  'a plugin that was uninstalled';
