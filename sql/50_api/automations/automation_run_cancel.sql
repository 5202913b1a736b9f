create or replace function api.automation_run_cancel(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.automation_runs :=
    app.automation_run_lock(tenant, args->>'automation_id', args->>'run_id');
  v_steps jsonb := v_old.steps;
  v_new app.automation_runs;
  v_now timestamptz;
  v_done text;
begin
  if v_old.status not in ('queued', 'running') then
    perform app.fail(409, 'INVALID_STATE', format('Only a run that is queued or running can be '
      'cancelled; this one is %s.', v_old.status));
  end if;
  if v_steps->-1->>'status' in ('running', 'waiting', 'retrying') then
    v_steps := jsonb_set(v_steps, '{-1,status}', '"cancelled"');
  end if;
  delete from app.work w
  where w.tenant_id = tenant and w.kind = 'automation' and w.id = v_old.id;
  v_now := clock_timestamp();
  update app.automation_runs r
  set status = 'cancelled', steps = v_steps, finished_at = v_now
  where r.tenant_id = tenant and r.id = v_old.id returning * into v_new;
  v_done := app.journal_write(tenant, 'automation.cancelled', 'automation_run', v_old.id,
    app.automation_run_summary(v_new), app.automation_run_summary(v_old));
  return app.automation_run_json(v_new);
end $$;
comment on function api.automation_run_cancel is 'Cancel a run';
