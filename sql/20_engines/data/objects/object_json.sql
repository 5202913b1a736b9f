create or replace function app.object_json(p_object app.objects)
returns json
language sql stable as $$
  select row_to_json(row(
    p_object.id, p_object.object_type_id, p_object.tenant_id, p_object.properties,
    p_object.created_at, p_object.updated_at, p_object.created_by, p_object.version,
    p_object.is_deleted)::app.object_record)
$$;
comment on function app.object_json is 'An object as the API shows it';
