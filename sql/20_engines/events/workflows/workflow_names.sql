create or replace function app.workflow_names(p_workflow app.workflows)
returns jsonb
language plpgsql stable as $$
declare
  v_tenant text := p_workflow.tenant_id;
  v_roles text[] := app.role_names(v_tenant);
  v_states text[] := array(
    select s->>'name' from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
    order by n);
  v_ends text[] := array(
    select s->>'name' from jsonb_array_elements(p_workflow.states) s where s->>'type' = 'end');
  v_users text[] := array(
    select distinct s->>'assignee' from jsonb_array_elements(p_workflow.states) s
    where s ? 'assignee');
  v_faults jsonb;
begin
  v_users := array(
    select u.id from app.users u where u.tenant_id = v_tenant and u.id = any (v_users));
  select json_agg(f order by place, n, path)::jsonb into v_faults
  from (
    select 1 as place, n, format('states[%s].name', n - 1) as path, 'duplicate' as code,
      format('%s is the name of an earlier state already', s->>'name') as message
    from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
    where s->>'name' = any (v_states[:n - 1])
    union all
    select 1, n, format('states[%s].assignee_role', n - 1), 'unknown_role',
      format('there is no role %s', s->>'assignee_role')
        || app.nearest_hint(s->>'assignee_role', v_roles)
    from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
    where s->>'assignee_role' <> all (v_roles)
    union all
    select 1, n, format('states[%s].assignee', n - 1), 'unknown_user',
      format('there is no user %s', s->>'assignee')
    from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
    where s ? 'assignee' and s->>'assignee' <> all (v_users)
    union all
    select 2, n, format('transitions[%s].%s', n - 1, p.key), 'unknown_state',
      format('there is no state %s', t->>p.key) || app.nearest_hint(t->>p.key, v_states)
    from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)
    cross join unnest('{from,to}'::text[]) p(key)
    where t->>p.key <> all (v_states)
    union all
    select 2, n, format('transitions[%s].from', n - 1), 'from_end',
      format('the state %s is an end, which nothing leaves', t->>'from')
    from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)
    where t->>'from' = any (v_ends)
    union all
    select 2, n, format('transitions[%s].name', n - 1), 'duplicate',
      format('%s leaves the state %s already', t->>'name', t->>'from')
    from (
      select t, n, row_number() over (partition by t->>'from', t->>'name' order by n) as nth
      from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)) d
    where d.nth > 1
    union all
    select 2, n, format('transitions[%s].required_role', n - 1), 'unknown_role',
      format('there is no role %s', t->>'required_role')
        || app.nearest_hint(t->>'required_role', v_roles)
    from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)
    where t->>'required_role' <> all (v_roles)) f(place, n, path, code, message)
  cross join lateral (select jsonb_build_object(
    'path', f.path, 'code', f.code, 'message', f.message)) j(f);
  return coalesce(v_faults, '[]');
end $$;
comment on function app.workflow_names is
  'Faults of a definition in what it names: states, roles and users that do not exist, and names that come twice';
