create or replace function app.role_name_check(p_tenant text, p_name text, p_id text)
returns void
language plpgsql stable as $$
begin
  if app.system_permissions(p_name) <> '{}' or p_name in ('portal', 'public') or exists (
    select 1 from app.roles r
    where r.tenant_id = p_tenant and r.name = p_name and r.id is distinct from p_id) then
    perform app.taken('name', p_name, 'role');
  end if;
end $$;
comment on function app.role_name_check is '409 for a name that another role has, fixed ones too';
