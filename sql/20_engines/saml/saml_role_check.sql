create or replace function app.saml_role_check(p_provider app.saml_providers)
returns void
language plpgsql stable as $$
declare
  v_role text := p_provider.default_role;
  v_permissions text[];
begin
  if v_role is null or v_role = 'user' then return; end if;
  select r.inherited_permissions into v_permissions from app.roles r
  where r.tenant_id = p_provider.tenant_id and r.name = v_role;
  if v_role in ('owner', 'admin') then v_permissions := '{*}';
  elsif not found then
    perform app.invalid('default_role', 'unknown_role', 'is no role of this tenant');
  end if;
  if not app.principal()->'scopes' ? '*' and exists (
    select from unnest(v_permissions) p where split_part(p, ':', 1) not in ('objects', 'files'))
  then
    perform app.fail(403, 'INSUFFICIENT_SCOPE', format('The role %s may do more than handle data: '
      'only who holds the scope * can make it the default.', v_role),
      jsonb_build_object('required', '*'), 'default_role');
  end if;
end $$;
comment on function app.saml_role_check is
  'The role that new users of an identity provider get: one that is there, and no more than data '
  'unless the caller may do everything';
