create or replace function worker.function_stop(p_tenant text, p_run_id text, p_outcome jsonb)
returns void
language plpgsql volatile as $$
declare
  v_run app.function_runs;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select * into v_run from app.function_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id and r.status = 'running' for update;
  if not found then return; end if;
  v_done := app.act_as(v_run.principal || jsonb_build_object(
    'causation_depth', v_run.causation_depth + 1, 'root', v_run.root, 'uncounted', true));
  perform app.function_run_end(p_tenant, p_run_id, p_outcome);
end $$;
comment on function worker.function_stop is
  'Records the result of a run that worker.function_start has begun';
