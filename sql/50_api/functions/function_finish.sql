create or replace function api.function_finish(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_run_id text := args->>'run_id';
  v_caller jsonb := app.principal();
  v_done text;
begin
  perform from app.function_runs r
  where r.tenant_id = tenant and r.id = v_run_id and r.status = 'running' for update;
  if found then
    -- A record of what was done, and no more of it.
    v_done := app.act_as(v_caller || '{"uncounted": true}');
    perform app.function_run_end(tenant, v_run_id, args->'outcome');
    v_done := app.act_back(v_caller);
  end if;
  return json_build_object('run_id', v_run_id);
end $$;
comment on function api.function_finish is 'For function.execute: what came of the run';
