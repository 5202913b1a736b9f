create or replace function app.function_room(p_tenant text)
returns void
language plpgsql volatile as $$
begin
  perform app.plan_room(p_tenant, 'functions');
  -- A second insert waits here, so that both cannot be the last.
  perform from app.tenants t where t.tenant_id = p_tenant for no key update;
  if (select count(*) from app.functions f where f.tenant_id = p_tenant) >= 200 then
    perform app.fail(409, 'INVALID_STATE', 'A tenant can have at most 200 functions. Delete one '
      'first.',
      '{"limit": "functions", "used": 200, "max": 200}');
  end if;
end $$;
comment on function app.function_room is 'Refuses with 403 a tenant whose plan allows no more functions, and with 409 one that has 200';
