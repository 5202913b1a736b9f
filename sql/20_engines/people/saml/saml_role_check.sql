create or replace function app.saml_role_check(p_provider app.saml_providers)
returns void
language plpgsql stable as $$
declare
  v_role text := p_provider.default_role;
  v_permissions text[] := app.system_permissions(p_provider.default_role);
begin
  if v_role is null or v_role = 'user' then return; end if;
  if v_permissions = '{}' then
    select r.inherited_permissions into v_permissions from app.roles r
    where r.tenant_id = p_provider.tenant_id and r.name = v_role;
  end if;
  if v_permissions is null or v_role = 'anonymous' then
    perform app.invalid('default_role', 'unknown_role', 'is not a role of this tenant'
      || app.role_hint(v_role, array_remove(app.role_names(p_provider.tenant_id), 'anonymous')));
  end if;
  perform app.permissions_check(v_permissions);
end $$;
comment on function app.saml_role_check is
  'Returns the role that new users of an identity provider get: one that exists, and holds no '
  'more than the caller does';
