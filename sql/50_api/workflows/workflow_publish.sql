create or replace function api.workflow_publish(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.workflows := app.workflow_lock(tenant, args->>'workflow_id');
  v_answer json;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.workflow_trigger_check(v_old);
  v_answer := app.workflow_json(app.workflow_publish(v_old));
  v_done := app.journal_write(tenant, 'workflow.published', 'workflow', v_old.id, v_answer,
    app.workflow_json(v_old));
  return v_answer;
end $$;
comment on function api.workflow_publish is 'Publish a workflow';
