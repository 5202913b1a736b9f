create or replace function app.automation_run_retry(p_run app.automation_runs)
returns app.automation_runs
language plpgsql volatile as $$
declare
  v_run app.automation_runs;
  -- The caller who retries it is the cause of the consequences.
  v_root uuid := coalesce((app.principal()->>'root')::uuid, p_run.root);
  v_done text;
begin
  if p_run.status not in ('failed', 'cancelled') then
    perform app.fail(409, 'INVALID_STATE', format('Only a run that has failed or was cancelled can '
      'be retried; this one is %s.', p_run.status));
  end if;
  update app.automation_runs r set status = 'queued', error = null, attempt = r.attempt + 1,
    finished_at = null, root = v_root
  where r.tenant_id = p_run.tenant_id and r.id = p_run.id returning * into v_run;
  perform app.budget_take(p_run.tenant_id, 'runs', 1);
  perform app.work_add(p_run.tenant_id, 'automation', p_run.id);
  v_done := app.journal_write(p_run.tenant_id, 'automation.retried', 'automation_run', p_run.id,
    app.automation_run_summary(v_run), app.automation_run_summary(p_run));
  return v_run;
end $$;
comment on function app.automation_run_retry is
  'Queues a run again that failed or was cancelled: it continues with the step that failed';
