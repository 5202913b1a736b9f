create or replace function api.workflow_run_cancel(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.workflow_runs := app.workflow_run_lock(tenant, args->>'workflow_run_id');
  v_new app.workflow_runs := v_old;
  v_done text;
begin
  if v_old.status not in ('running', 'waiting', 'failed') then
    perform app.fail(409, 'INVALID_STATE', format('A run that is %s cannot be cancelled.',
      v_old.status));
  end if;
  perform app.schedule_remove(tenant, 'workflow', v_old.id);
  delete from app.work w where w.tenant_id = tenant and w.kind = 'workflow' and w.id = v_old.id;
  if v_old.steps->-1->>'status' in ('running', 'waiting', 'retrying') then
    v_new.steps := jsonb_set(v_old.steps, '{-1,status}', '"cancelled"');
  end if;
  v_new.status := 'cancelled';
  v_new.assignee := null;
  v_new.assignee_role := null;
  v_new.due_at := null;
  v_new.finished_at := clock_timestamp();
  perform app.workflow_run_save(v_new);
  v_done := app.journal_write(tenant, 'workflow.cancelled', 'workflow_run', v_old.id,
    app.workflow_run_summary(v_new)::json, app.workflow_run_summary(v_old)::json);
  return app.workflow_run_json(v_new, true);
end $$;
comment on function api.workflow_run_cancel is 'Cancel a run';
