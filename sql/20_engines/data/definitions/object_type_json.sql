create or replace function app.object_type_json(p_type app.object_types)
returns json
language sql stable as $$
  select json_build_object('id', p_type.id, 'tenant_id', p_type.tenant_id, 'name', p_type.name,
    'display_name', p_type.display_name, 'strict', p_type.is_strict,
    'user_access', p_type.user_access,
    'ai_index', case when p_type.ai_index is not null then app.ai_index_json(p_type.tenant_id, p_type.id) end,
    'created_at', p_type.created_at, 'updated_at', p_type.updated_at)
$$;
comment on function app.object_type_json is 'An object type as the API shows it';
