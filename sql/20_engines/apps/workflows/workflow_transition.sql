create or replace function app.workflow_transition(
  p_run app.workflow_runs, p_name text, p_comment text, p_data jsonb)
returns app.workflow_runs
language plpgsql volatile as $$
declare
  v_state app.workflow_states := app.workflow_state(p_run, p_run.state);
  v_way jsonb := v_state.transitions->p_name;
  v_principal jsonb := app.principal();
begin
  if v_way is null or p_run.status <> 'waiting' then
    perform app.workflow_refuse_transition(p_run, v_state, p_name);
  elsif not app.workflow_may(p_run, v_state.state, v_way) then
    perform app.fail(403, 'FORBIDDEN', case when v_way ? 'required_role'
        then format('The transition %s needs the role %s.', p_name, v_way->>'required_role')
        else 'This task is assigned to another user.' end,
      jsonb_build_object('available_transitions', app.workflow_available(p_run, v_state)));
  elsif not app.workflow_holds(p_run, v_way) then
    perform app.workflow_refuse_transition(p_run, v_state, p_name);
  end if;
  perform app.workflow_fill(p_run, v_way, p_data);
  if p_run.due_at is not null then
    perform app.schedule_remove(p_run.tenant_id, 'workflow', p_run.id);
  end if;
  p_run.causation_depth := coalesce((v_principal->>'causation_depth')::integer, 0);
  p_run.root := coalesce((v_principal->>'root')::uuid, gen_random_uuid());
  return app.workflow_enter(p_run, v_state, p_name, p_comment, p_data, true);
end $$;
comment on function app.workflow_transition is
  'Takes a locked run through a transition for the caller: 409 where it is not possible, 403 where it is for others';
