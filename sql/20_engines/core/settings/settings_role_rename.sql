create or replace function app.settings_role_rename(p_tenant text, p_old text, p_new text)
returns void
language plpgsql volatile as $$
declare
  v_named constant jsonb := to_jsonb(p_old);
  v_settings app.tenant_settings := app.settings_find(p_tenant);
begin
  if coalesce(v_settings.governance->'require_mfa_roles' @> v_named, false)
    or coalesce(v_settings.auth->'mfa'->'required_roles' @> v_named, false)
    or coalesce(v_settings.auth->>'default_role' = p_old, false) then
    v_settings := app.settings_lock(p_tenant);
  else
    return;
  end if;
  if v_settings.governance->'require_mfa_roles' @> v_named then
    v_settings.governance := jsonb_set(v_settings.governance, '{require_mfa_roles}',
      app.jsonb_renamed(v_settings.governance->'require_mfa_roles', p_old, p_new));
  end if;
  if v_settings.auth->'mfa'->'required_roles' @> v_named then
    v_settings.auth := jsonb_set(v_settings.auth, '{mfa,required_roles}',
      app.jsonb_renamed(v_settings.auth->'mfa'->'required_roles', p_old, p_new));
  end if;
  if v_settings.auth->>'default_role' = p_old then
    v_settings.auth := jsonb_set(v_settings.auth, '{default_role}', to_jsonb(p_new));
  end if;
  update app.tenant_settings s set governance = v_settings.governance, auth = v_settings.auth
  where s.tenant_id = p_tenant;
  update app.tenants t set mfa_roles = array_replace(t.mfa_roles, p_old, p_new)
  where t.tenant_id = p_tenant and p_old = any (t.mfa_roles);
end $$;
comment on function app.settings_role_rename is
  'Carries a new name of a role to the role of new users and to the lists of roles that need a second factor; without it, the users of a renamed role would need none';
