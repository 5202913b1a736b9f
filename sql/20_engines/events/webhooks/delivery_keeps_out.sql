create or replace function app.delivery_keeps_out(
  p_webhook app.webhooks, p_delivery app.webhook_deliveries)
returns boolean
language plpgsql volatile as $$
declare
  v_tenant text := p_webhook.tenant_id;
  v_row app.journal;
  v_shown app.journal[];
  v_author jsonb;
begin
  if p_delivery.trigger in ('test', 'replay') then return false; end if;
  v_row := app.event_row(v_tenant, p_delivery.request_body::jsonb);
  for v_author in select jsonb_array_elements(app.authors_all(p_webhook.authors)) loop
    v_shown := app.rows_shown_to(v_tenant, app.author_principal(v_tenant, v_author), array[v_row]);
    if cardinality(v_shown) = 0 or v_row.before is not null and v_shown[1].before is null then
      return true;
    end if;
  end loop;
  return false;
end $$;
comment on function app.delivery_keeps_out is
  'Whether a delivery holds what one of those who say where a webhook leads, and what it hears, may not see now: it was '
  'queued for others, or under other policies';
