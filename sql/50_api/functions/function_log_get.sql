create or replace function api.function_log_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.function_log_json(app.function_run_find(tenant,
    (app.function_find(tenant, args->>'function_id')).id, args->>'function_run_id'))
$$;
comment on function api.function_log_get is 'Get a run of a function with its log';
