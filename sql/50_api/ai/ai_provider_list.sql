create or replace function api.ai_provider_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.ai_provider_json(row(p.*)::app.ai_providers) order by p.id desc), count(*))
  from app.ai_providers p where p.tenant_id = tenant
$$;
comment on function api.ai_provider_list is 'List AI providers, newest first';
