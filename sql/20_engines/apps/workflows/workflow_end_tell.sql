create or replace function app.workflow_end_tell(p_run app.workflow_runs)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  if p_run.status in ('completed', 'failed') then
    v_done := app.journal_write(p_run.tenant_id, 'workflow.' || p_run.status, 'workflow_run',
      p_run.id, app.workflow_run_summary(p_run)::json);
  end if;
end $$;
comment on function app.workflow_end_tell is 'The event of a run that is completed or has failed just now';
