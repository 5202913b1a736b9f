create or replace function app.form_field_fitted(p_type app.object_types, p_field jsonb)
returns jsonb
language sql stable as $$
  select case when p_field->>'type' = 'enum' and p_field->'options' = '[]'
    then p_field || jsonb_build_object('options', (
      select coalesce(json_agg(jsonb_build_object('value', e, 'label', e) order by n)::jsonb, '[]')
      from jsonb_array_elements(p_type.definition->(p_field->>'property')->'enum')
        with ordinality x(e, n)))
    else p_field end
$$;
comment on function app.form_field_fitted is
  'A field as it is kept: one of type enum that names no options has those of its property';
