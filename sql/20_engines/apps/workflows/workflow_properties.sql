create or replace function app.workflow_properties(p_workflow app.workflows)
returns jsonb
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_faults jsonb := '[]';
  v_transition jsonb;
  v_field text;
  v_path text;
begin
  if p_workflow.object_type_id is not null then
    v_type := app.object_type_find(p_workflow.tenant_id, p_workflow.object_type_id);
  end if;
  for i in 0..jsonb_array_length(p_workflow.transitions) - 1 loop
    v_transition := p_workflow.transitions->i;
    v_path := format('transitions[%s]', i);
    if v_type.id is null and (coalesce(v_transition->'required_fields', '[]') <> '[]'
      or coalesce(v_transition->'conditions', '[]') <> '[]') then
      v_faults := v_faults || app.workflow_fault(v_path, 'no_object', 'conditions and '
        'required_fields name properties of an object: set object_type_id');
      continue;
    end if;
    perform app.filter_once(
      app.workflow_condition(v_type, v_transition->'conditions', v_path || '.conditions'),
      v_path || '.conditions');
    for v_field in
      select f from jsonb_array_elements_text(v_transition->'required_fields') f
      where not v_type.definition ? f
    loop
      v_faults := v_faults || app.workflow_fault(v_path || '.required_fields',
        'unknown_property', format('%s has no property %s', v_type.name, v_field)
          || case when jsonb_array_length(v_faults) < 3 then app.property_hint(v_field, v_type) else '' end);
    end loop;
  end loop;
  return v_faults;
end $$;
comment on function app.workflow_properties is
  'Faults of a definition in what it says of its object: properties that do not exist. An invalid condition raises';
