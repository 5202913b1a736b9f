create or replace function app.workflow_available(p_run app.workflow_runs, p_state app.workflow_states)
returns text[]
language plpgsql stable as $$
begin
  if p_run.status <> 'waiting' then return '{}'; end if;
  return array(
    select t.key from jsonb_each(p_state.transitions) t
    where app.workflow_may(p_run, p_state.state, t.value) and app.workflow_holds(p_run, t.value)
    order by t.key);
end $$;
comment on function app.workflow_available is
  'The transitions that the caller could do with a run as it stands, by name';
