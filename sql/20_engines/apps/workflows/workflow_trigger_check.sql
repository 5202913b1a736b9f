create or replace function app.workflow_trigger_check(p_workflow app.workflows)
returns void
language plpgsql stable as $$
begin
  if p_workflow.trigger ? 'event' then
    perform app.events_check(array[p_workflow.trigger->>'event'], 'trigger.event');
  end if;
end $$;
comment on function app.workflow_trigger_check is 'Refuses with 400 a workflow whose trigger is an event that there is not';
