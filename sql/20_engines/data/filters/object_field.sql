create or replace function app.object_field(p_object app.objects, p_name text)
returns jsonb
language sql stable as $$
  select case p_name
    when 'id' then to_jsonb(p_object.id)
    when 'created_by' then to_jsonb(p_object.created_by)
    when 'version' then to_jsonb(p_object.version)
    when 'created_at' then to_jsonb(app.moment_text(p_object.created_at))
    when 'updated_at' then to_jsonb(app.moment_text(p_object.updated_at)) end
$$;
comment on function app.object_field is 'A system field of an object, as filters compare it';
