create or replace function api.function_finish(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_run_id text := args->>'run_id';
begin
  perform from app.function_runs r
  where r.tenant_id = tenant and r.id = v_run_id and r.status = 'running' for update;
  if found then
    -- A record of what was done, and no more of it.
    perform set_config('app.principal',
      (app.principal() || '{"uncounted": true}')::text, true);
    perform app.function_run_end(tenant, v_run_id, args->'outcome');
  end if;
  return json_build_object('run_id', v_run_id);
end $$;
comment on function api.function_finish is 'For function.execute: what came of the run';
