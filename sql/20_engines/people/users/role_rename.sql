create or replace function app.role_rename(p_tenant text, p_old text, p_new text)
returns void
language plpgsql volatile as $$
begin
  update app.users u set role = p_new where u.tenant_id = p_tenant and u.role = p_old;
  update app.policies p set role = p_new where p.tenant_id = p_tenant and p.role = p_old;
  perform app.policies_refresh(p_tenant, t.id)
  from (
    select distinct p.object_type_id as id from app.policies p
    where p.tenant_id = p_tenant and p.role = p_new order by 1) t;
  update app.saml_providers p set default_role = p_new
  where p.tenant_id = p_tenant and p.default_role = p_old;
  perform app.settings_role_rename(p_tenant, p_old, p_new);
end $$;
comment on function app.role_rename is
  'Carries a new name of a role to where it is named: users'' base roles, policies, the default '
  'roles of identity providers and settings';
