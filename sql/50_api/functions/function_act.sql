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
  'Runs one call of ctx.api for function.execute, as the caller of the function, with no more '
  'rights than the authors of the opened code';
