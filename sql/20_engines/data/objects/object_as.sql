create or replace function app.object_as(p_object app.objects, p_version app.object_versions)
returns app.objects
language plpgsql immutable as $$
begin
  p_object.properties := p_version.properties;
  p_object.version := p_version.version;
  p_object.is_deleted := p_version.is_deleted;
  p_object.updated_at := p_version.created_at;
  return p_object;
end $$;
comment on function app.object_as is 'An object as it was at one of its versions';
