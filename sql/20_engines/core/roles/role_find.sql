create or replace function app.role_find(p_tenant text, p_role_id text)
returns app.roles
language plpgsql stable as $$
declare v_role app.roles;
begin
  select * into v_role from app.roles r where r.tenant_id = p_tenant and r.id = p_role_id;
  if not found then perform app.not_found('role', p_role_id); end if;
  return v_role;
end $$;
comment on function app.role_find is 'A role of the tenant''s own by id, or 404';
