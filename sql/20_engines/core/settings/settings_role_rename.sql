create or replace function app.settings_role_rename(p_tenant text, p_old text, p_new text)
returns void
language plpgsql volatile as $$
declare
  v_settings app.tenant_settings;
  v_name jsonb := to_jsonb(p_new);
begin
  select * into v_settings from app.tenant_settings s where s.tenant_id = p_tenant for update;
  if v_settings.governance->'require_mfa_roles' ? p_old then
    v_settings.governance := jsonb_set(v_settings.governance, '{require_mfa_roles}',
      (v_settings.governance->'require_mfa_roles') - p_old || v_name);
  end if;
  if v_settings.auth #> '{mfa,required_roles}' ? p_old then
    v_settings.auth := jsonb_set(v_settings.auth, '{mfa,required_roles}',
      (v_settings.auth #> '{mfa,required_roles}') - p_old || v_name);
  end if;
  if v_settings.auth->>'default_role' = p_old then
    v_settings.auth := jsonb_set(v_settings.auth, '{default_role}', v_name);
  end if;
  update app.tenant_settings s set governance = v_settings.governance, auth = v_settings.auth
  where s.tenant_id = p_tenant
    and (s.governance, s.auth) is distinct from (v_settings.governance, v_settings.auth);
  update app.tenants t set mfa_roles = array_replace(t.mfa_roles, p_old, p_new)
  where t.tenant_id = p_tenant and p_old = any (t.mfa_roles);
end $$;
comment on function app.settings_role_rename is
  'Carries a new name of a role to the settings that name it: the roles that need a second factor, and that of new users';
