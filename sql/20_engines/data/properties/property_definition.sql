create or replace function app.property_definition(p_property app.properties)
returns jsonb
language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', p_property.id,
    'type', p_property.data_type,
    'enum', p_property.enum_values,
    'required', nullif(p_property.is_required, false),
    'unique', nullif(p_property.is_unique, false),
    'ready', nullif(p_property.index_status = 'ready', false)))
    || case when p_property.default_value <> 'null'
      then jsonb_build_object('default', p_property.default_value) else '{}' end
$$;
comment on function app.property_definition is
  'A property as object_types.definition holds it; ready = reads may use its index rows. '
  'Flags are there or not';
