create or replace function api.function_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.function_json(app.function_find(tenant, args->>'function_id'), true)
$$;
comment on function api.function_get is 'Get a function';
