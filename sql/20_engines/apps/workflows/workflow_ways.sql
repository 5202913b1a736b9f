create or replace function app.workflow_ways(p_workflow app.workflows)
returns jsonb
language plpgsql stable as $$
declare
  v_from text[];
  v_to text[];
  v_seen text[] := array[p_workflow.initial_state];
  v_next text[] := v_seen;
  v_faults jsonb;
begin
  if jsonb_array_length(p_workflow.states) = 0 then
    return app.workflow_fault('states', 'missing', 'must have at least one state');
  elsif not exists (
    select 1 from jsonb_array_elements(p_workflow.states) s
    where s->>'name' = p_workflow.initial_state) then
    return app.workflow_fault('initial_state', 'unknown_state', case
      when p_workflow.initial_state is null then 'is required: the state that a run begins in'
      else format('there is no state %s', p_workflow.initial_state) end);
  end if;
  select coalesce(array_agg(t->>'from'), '{}'), coalesce(array_agg(t->>'to'), '{}')
  into v_from, v_to from jsonb_array_elements(p_workflow.transitions) t;
  while cardinality(v_next) > 0 loop
    v_next := array(
      select distinct e.target from unnest(v_from, v_to) e(source, target)
      where e.source = any (v_next) and e.target <> all (v_seen));
    v_seen := v_seen || v_next;
  end loop;
  select json_agg(app.workflow_fault(format('states[%s]', n - 1), f.code, f.message)->0 order by n)::jsonb
  into v_faults
  from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
  cross join lateral (values
    ('unreachable', format('no transition leads from %s to the state %s',
      p_workflow.initial_state, s->>'name'), s->>'name' <> all (v_seen)),
    ('dead_end', format('nothing leaves the state %s: give it a transition, or the type end',
      s->>'name'), s->>'type' <> 'end' and s->>'name' <> all (v_from))) f(code, message, holds)
  where f.holds;
  return coalesce(v_faults, '[]');
end $$;
comment on function app.workflow_ways is
  'Faults of a definition in its ways: where it begins, states that nothing leads to, and dead ends';
