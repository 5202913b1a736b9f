create or replace function api.function_open(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_function app.functions := app.function_find(tenant, args->>'function_id');
  v_authors jsonb := app.function_authors(v_function, '{}');
  v_principal jsonb := app.principal_limited(tenant, app.principal(), v_authors);
begin
  -- Kept with the run, for its calls: what it runs may be changed meanwhile.
  update app.function_runs r set authors = v_authors, version = v_function.version
  where r.tenant_id = tenant and r.id = args->>'run_id' and r.function_id = v_function.id
    and r.status = 'running';
  if not found then perform app.not_found('run', args->>'run_id'); end if;
  return json_build_object('function', app.function_open(v_function, app.principal()),
    'problem', case when v_principal is null then app.nobody_text() end);
end $$;
comment on function api.function_open is
  'For function.execute: what the sandbox needs, which no answer shows, and why it is not run';
