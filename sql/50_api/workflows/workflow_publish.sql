create or replace function api.workflow_publish(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.workflows := app.workflow_lock(tenant, args->>'workflow_id');
  v_event text := v_old.trigger->>'event';
  v_answer json;
begin
  perform app.unchanged_check(v_old.updated_at, args);
  if v_event is not null then
    perform app.events_check(array[v_event], 'trigger.event');
  end if;
  v_answer := app.workflow_json(app.workflow_publish(v_old));
  perform app.journal_write(tenant, 'workflow.published', 'workflow', v_old.id, v_answer,
    app.workflow_json(v_old));
  return v_answer;
end $$;
comment on function api.workflow_publish is 'Publish a workflow';
