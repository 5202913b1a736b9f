create or replace function app.automation_end(p_run app.automation_runs, p_is_sync boolean)
returns void
language plpgsql volatile as $$
declare
  v_action jsonb := p_run.actions->(jsonb_array_length(p_run.steps) - 1);
  v_done text;
begin
  v_done := app.journal_write(p_run.tenant_id,
    case p_run.status when 'succeeded' then 'automation.completed' else 'automation.failed' end,
    'automation_run', p_run.id, app.automation_run_summary(p_run),
    -- The dispatcher counts those: the writer must not wait for others that run it.
    p_pending => p_is_sync);
  if p_is_sync then return; end if;
  if p_run.status = 'succeeded' then
    perform app.dead_letter_settle(p_run.tenant_id, 'automation', p_run.id);
  elsif v_action->>'on_error' = 'retry' then
    perform app.dead_letter_add(p_run.tenant_id, 'automation', p_run.automation_id, p_run.id,
      'automation_run', jsonb_build_object('automation_id', p_run.automation_id,
        'run_id', p_run.id, 'trigger', p_run.trigger, 'step', v_action->'key'),
      p_run.error, 3, 3, p_run.started_at);
  end if;
end $$;
comment on function app.automation_end is
  'Records the consequences of the end of a run: its event, and, if its retries were exhausted, '
  'its dead letter';
