create or replace function api.workflow_start(tenant text, args jsonb)
returns json
language sql volatile as $$ select app.workflow_start_asked(tenant, args) $$;
comment on function api.workflow_start is 'Start a run of a workflow';
