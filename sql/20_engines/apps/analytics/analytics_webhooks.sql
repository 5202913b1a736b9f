create or replace function app.analytics_webhooks(p_tenant text, p_since timestamptz)
returns json
language plpgsql stable as $$
declare
  v_from text := 'whd_' || right(app.event_id_from(p_since), 32);
  v_delivered bigint;
  v_failed bigint;
begin
  select count(*) into v_delivered from app.webhook_deliveries d
  where d.tenant_id = p_tenant and d.status = 'success' and d.id >= v_from;
  select count(*) into v_failed from app.webhook_deliveries d
  where d.tenant_id = p_tenant and d.status = 'dead' and d.id >= v_from;
  return json_build_object('delivered', v_delivered, 'failed', v_failed,
    'success_rate', round(v_delivered::numeric / nullif(v_delivered + v_failed, 0), 4));
end $$;
comment on function app.analytics_webhooks is
  'How many deliveries begun since a moment have arrived or were given up, as far as they are kept '
  '(30 days); success_rate is null without any';
