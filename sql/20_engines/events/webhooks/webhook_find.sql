create or replace function app.webhook_find(p_tenant text, p_id text)
returns app.webhooks
language plpgsql stable as $$
declare v_webhook app.webhooks;
begin
  select * into v_webhook from app.webhooks w where w.tenant_id = p_tenant and w.id = p_id;
  if not found then perform app.not_found('webhook', p_id); end if;
  return v_webhook;
end $$;
comment on function app.webhook_find is 'A webhook by id, or 404';
