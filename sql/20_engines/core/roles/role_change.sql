create or replace function app.role_change(p_tenant text, p_role_id text)
returns app.roles
language plpgsql volatile as $$
begin
  if app.system_permissions(substr(p_role_id, 6)) <> '{}' then
    perform app.fail(409, 'INVALID_STATE', 'The roles owner, admin, user and anonymous cannot be '
      'changed or deleted. Create your own role instead.');
  end if;
  -- One change of roles at a time: each looks at the tree that the other makes.
  perform from app.roles r where r.tenant_id = p_tenant order by r.id for no key update;
  return app.role_find(p_tenant, p_role_id);
end $$;
comment on function app.role_change is
  'Returns a role that is about to be changed, with all roles of the tenant locked; 409 for a '
  'fixed one';
