create or replace function api.function_act(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform set_config('app.principal', app.function_principal(
    tenant, args->>'function_id', args->>'run_id')::text, true);
  return app.act(tenant, args->'step');
end $$;
comment on function api.function_act is
  'For function.execute: one call of ctx.api, as whoever has called the function, with no more '
  'rights than those who wrote what was opened';
