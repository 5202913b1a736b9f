create or replace function app.object_value(p_object app.objects, p_name text)
returns jsonb
language sql stable as $$
  select case p_name
    when 'id' then to_jsonb(p_object.id)
    when 'created_at' then to_jsonb(p_object.created_at)
    when 'updated_at' then to_jsonb(p_object.updated_at)
    when 'created_by' then to_jsonb(p_object.created_by)
    when 'version' then to_jsonb(p_object.version)
    else p_object.properties->p_name
  end
$$;
comment on function app.object_value is 'A property or system field of an object by its name';
