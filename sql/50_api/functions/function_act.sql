create or replace function api.function_act(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_principal jsonb := app.principal();
begin
  perform set_config('app.principal', (v_principal || jsonb_build_object(
    'causation_depth', coalesce((v_principal->>'causation_depth')::integer, 0) + 1,
    'by', jsonb_build_object('type', 'function', 'id', args->'function_id')))::text, true);
  return app.act(tenant, args->'step');
end $$;
comment on function api.function_act is
  'For function.execute: one call of ctx.api, as who has called the function';
