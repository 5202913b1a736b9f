create or replace function app.role_grant_check(p_tenant text, p_role text)
returns void
language plpgsql stable as $$
declare
  v_permissions text[] := app.system_permissions(p_role);
  v_done text;
begin
  if p_role not in ('owner', 'admin', 'user') then
    select r.inherited_permissions into v_permissions from app.roles r
    where r.tenant_id = p_tenant and r.name = p_role;
    if not found then
      perform app.invalid(
        'role', 'unknown_role', 'must be owner, admin, user or a role of /v1/roles'
          || app.role_hint(p_role, array_remove(app.role_names(p_tenant), 'anonymous')));
    end if;
  end if;
  v_done := app.grant_check(v_permissions, p_role = 'owner');
end $$;
comment on function app.role_grant_check is
  'Refuses unless the caller may give a user this role: 400 if the role does not exist, 403 if it '
  'permits more than the caller may do';
