create or replace function app.invariant_json(p_invariant app.invariants)
returns json
language plpgsql stable as $$
declare
  v_policies jsonb;
  v_violations jsonb := p_invariant.violations;
begin
  if v_violations is not null and v_violations->'objects' <> '[]' then
    v_policies := app.policies_of_caller(p_invariant.tenant_id);
    if v_policies is not null then
      v_violations := v_violations || jsonb_build_object('objects', array(
        select o from jsonb_array_elements(v_violations->'objects') with ordinality t(o, n)
        where app.policies_show(v_policies, p_invariant.tenant_id, o->>'object_type_id', o->>'object_id') order by n));
    end if;
  end if;
  return json_build_object('id', p_invariant.id, 'name', p_invariant.name, 'object_type_id', p_invariant.object_type_id,
    'when', p_invariant.condition, 'rule', p_invariant.rule, 'message', p_invariant.message, 'status', p_invariant.status,
    'checked_at', p_invariant.checked_at, 'violations', v_violations, 'created_at', p_invariant.created_at,
    'updated_at', p_invariant.updated_at, 'created_by', p_invariant.created_by);
end $$;
comment on function app.invariant_json is 'A rule as the API shows it; of the objects that break it only those that the caller may see';
