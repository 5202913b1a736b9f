create or replace function app.workflow_timeouts(p_workflow app.workflows)
returns jsonb
language plpgsql stable as $$
declare
  v_faults jsonb := '[]';
  v_state jsonb;
  v_transition jsonb;
  v_after interval;
  v_path text;
  v_hasty jsonb := '{}';
  v_start text;
  v_name text;
  v_walked text[];
begin
  for i in 0..jsonb_array_length(p_workflow.states) - 1 loop
    v_state := p_workflow.states->i;
    continue when not v_state ? 'timeout';
    v_path := format('states[%s].timeout', i);
    v_after := app.workflow_interval(v_state #>> '{timeout,after}');
    select t into v_transition from jsonb_array_elements(p_workflow.transitions) t
    where t->>'from' = v_state->>'name' and t->>'name' = v_state #>> '{timeout,transition}'
    limit 1;
    if v_after is null then
      v_faults := v_faults || app.workflow_fault(v_path || '.after', 'not_interval',
        'must be an interval from 1 second to 10 years, such as 2 hours or 3 days');
    end if;
    if v_transition is null then
      v_faults := v_faults || app.workflow_fault(v_path || '.transition', 'unknown_transition',
        format('no transition %s leaves the state %s', v_state #>> '{timeout,transition}',
          v_state->>'name'));
    elsif coalesce(v_transition->'required_fields', '[]') <> '[]'
      or coalesce(v_transition->'conditions', '[]') <> '[]' then
      v_faults := v_faults || app.workflow_fault(v_path || '.transition', 'needs_somebody',
        format('%s has conditions or required_fields, which cannot be met by a timeout',
          v_state #>> '{timeout,transition}'));
    elsif v_after < interval '1 minute' then
      v_hasty := v_hasty || jsonb_build_object(v_state->>'name', v_transition->>'to');
    end if;
  end loop;
  -- Each has one way to go: one that is still under way after as many steps as there are goes round.
  for v_start in select jsonb_object_keys(v_hasty) loop
    v_walked := '{}';
    v_name := v_start;
    while v_hasty ? v_name and cardinality(v_walked) <= jsonb_array_length(p_workflow.states) loop
      v_walked := v_walked || v_name;
      v_name := v_hasty->>v_name;
    end loop;
    if v_hasty ? v_name then
      return v_faults || (
        select app.workflow_fault(format('states[%s].timeout', n - 1), 'cycle', format('timeouts '
          'of less than a minute lead from %s back to it, so that it would go round for ever: let '
          'one of them wait longer', v_name))
        from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
        where s->>'name' = v_name limit 1);
    end if;
    v_hasty := v_hasty - v_walked;
  end loop;
  return v_faults;
end $$;
comment on function app.workflow_timeouts is
  'Faults of a definition in its timeouts: those that lead nowhere, and those that go round without a wait';
