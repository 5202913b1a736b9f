create or replace function app.workflow_json(p_workflow app.workflows)
returns json
language sql stable as $$
  select json_build_object('id', p_workflow.id, 'name', p_workflow.name,
    'description', p_workflow.description, 'object_type_id', p_workflow.object_type_id,
    'trigger', p_workflow.trigger, 'initial_state', p_workflow.initial_state,
    'states', app.masked(p_workflow.states), 'transitions', app.masked(p_workflow.transitions),
    'status', p_workflow.status, 'version', greatest(p_workflow.version, 1),
    'is_changed', p_workflow.is_changed, 'published_at', p_workflow.published_at,
    'created_at', p_workflow.created_at, 'updated_at', p_workflow.updated_at,
    'created_by', p_workflow.created_by)
$$;
comment on function app.workflow_json is 'A workflow as the API shows it: as it was last written';
