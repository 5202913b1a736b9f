create or replace function api.webhook_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.answer(json_build_object('X-Total-Count', count(*)),
    coalesce(json_agg(app.webhook_json(w) order by w.id desc), '[]'))
  from app.webhooks w where w.tenant_id = tenant
$$;
comment on function api.webhook_list is 'List webhooks, newest first';
