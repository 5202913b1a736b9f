create or replace function api.workflow_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.workflow_json(row(w.*)::app.workflows) order by w.id desc),
    count(*))
  from app.workflows w where w.tenant_id = tenant
$$;
comment on function api.workflow_list is 'List workflows, newest first';
