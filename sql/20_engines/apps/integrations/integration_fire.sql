create or replace function app.integration_fire(p_tenant text, p_id text)
returns void
language plpgsql volatile as $$
begin
  perform from app.integrations i
  where i.tenant_id = p_tenant and i.id = p_id and i.status = 'active' for no key update;
  if found then perform app.integration_queue(p_tenant, p_id, 'schedule'); end if;
end $$;
comment on function app.integration_fire is 'Queues the sync of an integration whose time has come, unless it is paused or has failed too often';
