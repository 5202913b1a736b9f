create or replace function api.report_run(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.report_run_keep(tenant, null, args->>'type', args)
$$;
comment on function api.report_run is 'Runs a report and keeps the result';
