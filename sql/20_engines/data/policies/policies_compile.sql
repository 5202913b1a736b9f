create or replace function app.policies_compile(p_type app.object_types, p_policies app.policies[])
returns jsonb
language plpgsql stable as $$
declare
  v_policy app.policies;
  v_part app.filter_part := row(null, '{}', '{}', '{}', 0, true, null)::app.filter_part;
  v_rule jsonb;
  v_rules jsonb[] := '{}';
  v_compiled record;
begin
  for v_policy in
    select * from unnest(p_policies) p where p.is_enabled order by p.priority desc, p.id
  loop
    v_compiled := app.policy_compile(
      p_type, v_policy.condition_json, v_policy.effect = 'deny', v_part);
    v_part := v_compiled.p_part;
    v_rule := jsonb_strip_nulls(jsonb_build_object('id', v_policy.id, 'role', v_policy.role,
        'is_deny', case when v_policy.effect = 'deny' then true end))
      || jsonb_build_object('action', v_policy.action, 'condition', v_compiled.p_compiled,
        'check', v_compiled.p_compiled);
    if v_policy.check_json is not null then
      v_compiled := app.policy_compile(
        p_type, v_policy.check_json, v_policy.effect = 'deny', v_part);
      v_part := v_compiled.p_part;
      v_rule := v_rule || jsonb_build_object('check', v_compiled.p_compiled);
    end if;
    v_rules := v_rules || v_rule;
  end loop;
  if v_rules = '{}' then return null; end if;
  return jsonb_build_object('variables', v_part.variables, 'externals', v_part.externals,
      'types', (
        select coalesce(json_agg(distinct t)::jsonb, '[]')
        from unnest(p_policies) p cross join unnest(array[p.condition_json, p.check_json]) c
        cross join jsonb_path_query(c, '$.**.to_type') t))
    || jsonb_strip_nulls(
      jsonb_build_object('whole', app.policies_whole(
        v_rules, v_part.externals, coalesce(p_type.user_access = 'private', false))))
    || (
      select json_object_agg(a.action, a.rules)::jsonb
      from (
        select a.action, json_agg(r - 'action' - case when a.action <> 'update'
            then 'check' else '' end order by n)::jsonb as rules
        from unnest(array['select', 'insert', 'update', 'delete']) a(action)
        join unnest(v_rules) with ordinality u(r, n) on r->>'action' in (a.action, 'all')
        group by a.action) a);
end $$;
comment on function app.policies_compile is
  'Policies of a type, compiled: {variables, externals, types (that they name), whole? (see '
  'app.policies_whole), and by action the rules [{id, role, is_deny, condition, check}]}; null '
  'without an enabled one';
