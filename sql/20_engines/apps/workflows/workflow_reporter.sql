create or replace function app.workflow_reporter(p_run app.workflow_runs)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('type', 'workflow', 'id', p_run.workflow_id, 'scopes', '{*}'::text[],
    'request_id', p_run.id, 'causation_depth', p_run.causation_depth + 1, 'root', p_run.root,
    'uncounted', true)
$$;
comment on function app.workflow_reporter is
  'Returns the principal that reports automatic steps of a run: its workflow, a step further in '
  'the chain than its cause';
