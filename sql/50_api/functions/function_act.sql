create or replace function api.function_act(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform set_config('app.principal', app.function_principal(
    tenant, args->>'function_id', args->>'run_id')::text, true);
  return app.act(tenant, args->'step');
end $$;
comment on function api.function_act is
  'Runs one call of ctx.api for function.execute, as the caller of the function, with no more '
  'rights than the authors of the opened code';
