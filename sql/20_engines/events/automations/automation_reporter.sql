create or replace function app.automation_reporter(p_run app.automation_runs)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('type', 'automation', 'id', p_run.automation_id,
    'scopes', '{*}'::text[], 'request_id', p_run.id, 'causation_depth', p_run.causation_depth + 1,
    'root', p_run.root, 'uncounted', true)
$$;
comment on function app.automation_reporter is
  'Returns the principal that reports the end of a run: its automation, a step further in the '
  'chain than its trigger';
