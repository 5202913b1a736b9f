create or replace function api.function_act(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_caller jsonb := app.principal();
  v_answer json;
begin
  perform app.act_as(
    app.function_principal(tenant, args->>'function_id', args->>'run_id'));
  v_answer := app.act(tenant, args->'step');
  perform app.act_back(v_caller);
  return v_answer;
end $$;
comment on function api.function_act is
  'For function.execute: one call of ctx.api, as whoever has called the function, with no more '
  'rights than those who wrote what was opened';
