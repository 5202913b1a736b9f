create or replace function app.object_type_json(p_type app.object_types)
returns json
language sql stable as $$
  select json_build_object('id', p_type.id, 'tenant_id', p_type.tenant_id, 'name', p_type.name,
    'display_name', p_type.display_name, 'strict', p_type.is_strict,
    'user_access', p_type.user_access,
    'created_at', p_type.created_at, 'updated_at', p_type.updated_at)
$$;
comment on function app.object_type_json is 'An object type as the API shows it';
