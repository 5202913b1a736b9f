create or replace function api.form_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.form_json(row(f.*)::app.forms, args) order by f.id desc), count(*))
  from app.forms f where f.tenant_id = tenant
$$;
comment on function api.form_list is 'Returns all forms, newest first';
