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
  with found as (
    select 1 as place, n, format('states[%s].name', n - 1) as path, 'duplicate' as code,
      format('%s is the name of an earlier state already', s->>'name') as message, null as unknown
    from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
    where s->>'name' = any (v_states[:n - 1])
    union all
    select 1, n, format('states[%s].assignee_role', n - 1), 'unknown_role',
      format('there is no role %s', s->>'assignee_role'), s->>'assignee_role'
    from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
    where s->>'assignee_role' <> all (v_roles)
    union all
    select 1, n, format('states[%s].assignee', n - 1), 'unknown_user',
      format('there is no user %s', s->>'assignee'), null
    from jsonb_array_elements(p_workflow.states) with ordinality u(s, n)
    where s ? 'assignee' and s->>'assignee' <> all (v_users)
    union all
    select 2, n, format('transitions[%s].%s', n - 1, p.key), 'unknown_state',
      format('there is no state %s', t->>p.key), t->>p.key
    from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)
    cross join unnest('{from,to}'::text[]) p(key)
    where t->>p.key <> all (v_states)
    union all
    select 2, n, format('transitions[%s].from', n - 1), 'from_end',
      format('the state %s is an end, which nothing leaves', t->>'from'), null
    from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)
    where t->>'from' = any (v_ends)
    union all
    select 2, n, format('transitions[%s].name', n - 1), 'duplicate',
      format('%s leaves the state %s already', t->>'name', t->>'from'), null
    from (
      select t, n, row_number() over (partition by t->>'from', t->>'name' order by n) as nth
      from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)) d
    where d.nth > 1
    union all
    select 2, n, format('transitions[%s].required_role', n - 1), 'unknown_role',
      format('there is no role %s', t->>'required_role'), t->>'required_role'
    from jsonb_array_elements(p_workflow.transitions) with ordinality u(t, n)
    where t->>'required_role' <> all (v_roles)),
  numbered as (select f.*, row_number() over (partition by f.unknown is null order by f.place, f.n, f.path) as nth from found f)
  -- Of thousands, the first say which name was probably meant.
  select json_agg(jsonb_build_object('path', f.path, 'code', f.code, 'message', f.message || case
      when f.unknown is null or f.nth > 3 then ''
      when f.code = 'unknown_role' then app.role_hint(f.unknown, v_roles)
      else app.nearest_hint(f.unknown, v_states) end)
    order by f.place, f.n, f.path)::jsonb into v_faults
  from numbered f;
  return coalesce(v_faults, '[]');
end $$;
comment on function app.workflow_names is
  'Faults of a definition in what it names: states, roles and users that do not exist, and names that come twice';
