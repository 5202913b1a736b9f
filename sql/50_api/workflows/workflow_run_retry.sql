create or replace function api.workflow_run_retry(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.workflow_runs := app.workflow_run_lock(tenant, args->>'workflow_run_id');
  v_new app.workflow_runs := v_old;
  v_done text;
begin
  if v_old.status not in ('failed', 'cancelled') then
    perform app.fail(409, 'INVALID_STATE', format('Only a run that has failed or was cancelled can '
      'be retried; this one is %s.', v_old.status));
  elsif v_old.object_id is not null and (app.workflow_object(v_old)).id is null then
    perform app.fail(409, 'INVALID_STATE', 'The object of this run was deleted permanently.');
  end if;
  v_new.status := 'running';
  v_new.error := null;
  v_new.finished_at := null;
  v_new.attempt := v_old.attempt + 1;
  -- The caller who retries it is the cause of the consequences.
  v_new.root := coalesce((app.principal()->>'root')::uuid, v_old.root);
  perform app.budget_take(tenant, 'runs', 1);
  perform app.workflow_run_save(v_new);
  perform app.work_add(tenant, 'workflow', v_old.id);
  v_done := app.journal_write(tenant, 'workflow.retried', 'workflow_run', v_old.id,
    app.workflow_run_summary(v_new)::json, app.workflow_run_summary(v_old)::json,
    p_pending => true);  -- so that the worker looks at once
  return app.workflow_run_json(v_new, true);
end $$;
comment on function api.workflow_run_retry is 'Resume a failed or cancelled run';
