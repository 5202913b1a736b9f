create or replace function app.workflow_check(p_workflow app.workflows)
returns void
language plpgsql stable as $$
declare
  v_faults jsonb := app.workflow_ways(p_workflow) || app.workflow_names(p_workflow)
    || app.workflow_properties(p_workflow) || app.workflow_timeouts(p_workflow);
  v_tenant text := p_workflow.tenant_id;
  v_list record;
begin
  if v_faults <> '[]' then
    perform app.fail(400, 'VALIDATION_ERROR', format('%s: %s', v_faults->0->>'path',
      v_faults->0->>'message'), v_faults, v_faults->0->>'path');
  end if;
  perform app.filter_once(app.event_filter(v_tenant, p_workflow.trigger->'conditions',
    'trigger.conditions'), 'trigger.conditions');
  for v_list in
    select l.path, s->l.name as actions
    from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
    cross join lateral (values ('on_enter', format('states[%s].on_enter', n - 1)),
      ('on_exit', format('states[%s].on_exit', n - 1))) l(name, path)
    where s ? l.name
    union all
    select format('transitions[%s].actions', n - 1), t->'actions'
    from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)
    where t ? 'actions'
  loop
    perform app.actions_check(v_tenant, app.actions_named(v_list.actions), v_list.path);
  end loop;
end $$;
comment on function app.workflow_check is
  'Refuses with 400 a definition that cannot be published: details name each fault by its path, code and message';
