create or replace function app.property_json(p_property app.properties)
returns json
language sql stable as $$
  select json_build_object('id', p_property.id, 'object_type_id', p_property.object_type_id,
    'name', p_property.name, 'data_type', p_property.data_type,
    'is_indexed', p_property.is_indexed, 'is_sortable', p_property.is_sortable,
    'is_unique', p_property.is_unique, 'is_required', p_property.is_required,
    'default_value', p_property.default_value, 'enum_values', p_property.enum_values,
    'description', p_property.description,
    'index', json_build_object('status', p_property.index_status, 'done', p_property.index_done,
      'total', p_property.index_total, 'error', p_property.index_error),
    'created_at', p_property.created_at, 'updated_at', p_property.updated_at)
$$;
comment on function app.property_json is 'A property as the API shows it';
