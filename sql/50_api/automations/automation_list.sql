create or replace function api.automation_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.automation_json(row(a.*)::app.automations) order by a.id desc),
    count(*))
  from app.automations a where a.tenant_id = tenant
$$;
comment on function api.automation_list is 'List automations, newest first';
