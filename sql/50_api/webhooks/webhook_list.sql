create or replace function api.webhook_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.webhook_json(row(w.*)::app.webhooks) order by w.id desc), count(*))
  from app.webhooks w where w.tenant_id = tenant
$$;
comment on function api.webhook_list is 'List webhooks, newest first';
