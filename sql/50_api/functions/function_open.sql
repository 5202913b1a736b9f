create or replace function api.function_open(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.function_open(app.function_find(tenant, args->>'function_id'), app.principal())
$$;
comment on function api.function_open is
  'For function.execute: what the sandbox needs, which no answer shows';
