create or replace function app.own_tenant_check(p_tenant text)
returns void
language plpgsql stable as $$
begin
  if p_tenant is distinct from current_setting('app.tenant_id', true) then
    raise exception using errcode = 'insufficient_privilege',
      message = 'only for the tenant of the request';
  end if;
end $$;
comment on function app.own_tenant_check is
  'Refuses another tenant than that of the request (42501): the wall in functions that run as their '
  'owner, whom row-level security does not bind';
