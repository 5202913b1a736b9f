create or replace function app.workflow_run_summary(p_run app.workflow_runs)
returns jsonb
language sql stable as $$
  select jsonb_build_object('id', p_run.id, 'workflow_id', p_run.workflow_id,
    'workflow_version', p_run.workflow_version, 'state', p_run.state, 'status', p_run.status,
    'object_type_id', p_run.object_type_id, 'object_id', p_run.object_id, 'error', p_run.error)
$$;
comment on function app.workflow_run_summary is
  'A run as its events tell of it: without what it was given and what its actions answered';
