create or replace function api.workflow_graph(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_workflow app.workflows :=
    app.workflow_at(tenant, args->>'workflow_id', (args->>'version')::integer);
begin
  return json_build_object('initial_state', v_workflow.initial_state,
    'states', v_workflow.states,
    'transitions', v_workflow.transitions);
end $$;
comment on function api.workflow_graph is
  'Returns the states and transitions of a workflow for drawing';
