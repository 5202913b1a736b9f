create or replace function api.workflow_runs(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_id text := (app.workflow_find(tenant, args->>'workflow_id')).id;
begin
  return app.workflow_runs_page(tenant, args);
end $$;
comment on function api.workflow_runs is 'List the runs of a workflow, newest first';
