create or replace function app.association_type_json(p_rule app.association_types)
returns json
language sql stable as $$
  select json_build_object('id', p_rule.id, 'name', p_rule.name,
    'from_type', (
      select t.name from app.object_types t
      where t.tenant_id = p_rule.tenant_id and t.id = p_rule.from_type_id),
    'from_type_id', p_rule.from_type_id,
    'to_type', (
      select t.name from app.object_types t
      where t.tenant_id = p_rule.tenant_id and t.id = p_rule.to_type_id),
    'to_type_id', p_rule.to_type_id, 'inverse_name', p_rule.inverse_name,
    'cardinality', p_rule.cardinality, 'max', p_rule.max, 'on_delete', p_rule.on_delete,
    'created_at', p_rule.created_at, 'updated_at', p_rule.updated_at)
$$;
comment on function app.association_type_json is 'An association type as the API shows it';
