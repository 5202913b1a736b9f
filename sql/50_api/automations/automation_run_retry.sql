create or replace function api.automation_run_retry(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.automation_run_json(app.automation_run_retry(
    app.automation_run_lock(tenant, args->>'automation_id', args->>'run_id')))
$$;
comment on function api.automation_run_retry is 'Resume a failed or cancelled run';
