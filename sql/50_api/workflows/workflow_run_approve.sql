create or replace function api.workflow_run_approve(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.workflow_run_json(app.workflow_transition(
    app.workflow_run_lock(tenant, args->>'run_id'), 'approve', args->>'comment',
    args->'data'), true)
$$;
comment on function api.workflow_run_approve is 'Approve what a run waits for';
