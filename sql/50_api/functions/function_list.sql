create or replace function api.function_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.listed(json_agg(app.function_json(row(f.*)::app.functions, false) order by f.id desc),
    count(*))
  from app.functions f where f.tenant_id = tenant
$$;
comment on function api.function_list is 'List functions, without their code';
