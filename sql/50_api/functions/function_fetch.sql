create or replace function api.function_fetch(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform set_config('app.principal', app.function_principal(
    tenant, args->>'function_id', args->>'run_id')::text, true);
  perform app.budget_take(tenant, 'calls', 1);
  return '{}';
end $$;
comment on function api.function_fetch is
  'For function.execute: counts one call of ctx.fetch for its cause; 429 beyond the budget';
