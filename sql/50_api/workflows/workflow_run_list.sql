create or replace function api.workflow_run_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.workflow_runs_page(tenant, args);
end $$;
comment on function api.workflow_run_list is 'List runs of all workflows, newest first';
