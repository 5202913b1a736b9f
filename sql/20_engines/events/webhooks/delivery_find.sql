create or replace function app.delivery_find(p_tenant text, p_id text)
returns app.webhook_deliveries
language plpgsql stable as $$
declare v_delivery app.webhook_deliveries;
begin
  select * into v_delivery from app.webhook_deliveries d
  where d.tenant_id = p_tenant and d.id = p_id;
  if not found then perform app.not_found('webhook_delivery', p_id); end if;
  return v_delivery;
end $$;
comment on function app.delivery_find is 'A delivery of a webhook by id, or 404';
