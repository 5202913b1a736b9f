create or replace function app.workflow_fill(
  p_run app.workflow_runs, p_transition jsonb, p_data jsonb)
returns void
language plpgsql volatile as $$
declare
  v_field text;
  v_properties jsonb := '{}';
  v_faults jsonb := '[]';
begin
  for v_field in select jsonb_array_elements_text(p_transition->'required_fields') loop
    if coalesce(p_data->v_field, 'null') in ('null', '""') then
      v_faults := v_faults || app.workflow_fault('data.' || v_field, 'required', 'is required');
    end if;
    v_properties := v_properties || jsonb_build_object(v_field, p_data->v_field);
  end loop;
  if v_faults <> '[]' then
    perform app.fail(400, 'VALIDATION_ERROR', format('%s: is required', v_faults->0->>'path'),
      v_faults, v_faults->0->>'path');
  elsif v_properties <> '{}' then
    perform app.action_do(p_run.tenant_id, 'object_update', 'objects:write', jsonb_build_object(
      'object_type_id', p_run.object_type_id, 'object_id', p_run.object_id,
      'properties', v_properties));
  end if;
end $$;
comment on function app.workflow_fill is
  'Writes the required fields of a transition to the object, as a PATCH of the caller''s would; 400 names those that are '
  'missing';
