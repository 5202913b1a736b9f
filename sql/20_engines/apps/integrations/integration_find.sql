create or replace function app.integration_find(p_tenant text, p_id text)
returns app.integrations
language plpgsql stable as $$
declare v_integration app.integrations;
begin
  select * into v_integration from app.integrations i where i.tenant_id = p_tenant and i.id = p_id;
  if v_integration.id is null then perform app.not_found('integration', p_id); end if;
  return v_integration;
end $$;
comment on function app.integration_find is 'An integration by its id; 404 when there is none';
