create or replace function app.workflow_state(p_run app.workflow_runs, p_name text)
returns app.workflow_states
language plpgsql stable as $$
declare v_state app.workflow_states;
begin
  select * into v_state from app.workflow_states s
  where s.tenant_id = p_run.tenant_id and s.workflow_id = p_run.workflow_id
    and s.version = p_run.workflow_version and s.name = p_name;
  return v_state;
end $$;
comment on function app.workflow_state is
  'A state of the version that a run goes by, with the transitions that leave it';
