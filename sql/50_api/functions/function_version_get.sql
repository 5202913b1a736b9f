create or replace function api.function_version_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_function app.functions := app.function_find(tenant, args->>'function_id');
begin
  return app.function_version_json(
    app.function_version_find(tenant, v_function.id, args->>'version_number'),
    v_function.version, true);
end $$;
comment on function api.function_version_get is 'Get a version of a function with its code';
