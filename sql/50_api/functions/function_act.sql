create or replace function api.function_act(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_authors jsonb := (
    select r.authors from app.function_runs r
    where r.tenant_id = tenant and r.id = args->>'run_id' and r.status = 'running'
      and r.function_id = args->>'function_id');
begin
  v_principal := app.principal_limited(tenant, v_principal, v_authors);
  if v_principal is null then
    perform app.fail(403, 'FORBIDDEN', app.nobody_text());
  end if;
  perform set_config('app.principal', (v_principal || jsonb_build_object(
    'causation_depth', coalesce((v_principal->>'causation_depth')::integer, 0) + 1,
    'by', jsonb_build_object('type', 'function', 'id', args->'function_id')))::text, true);
  return app.act(tenant, args->'step');
end $$;
comment on function api.function_act is
  'For function.execute: one call of ctx.api, as whoever has called the function, with no more '
  'rights than those who wrote what was opened';
