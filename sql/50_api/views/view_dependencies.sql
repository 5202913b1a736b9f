create or replace function api.view_dependencies(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  perform app.view_find(app.object_type_find(tenant, args->>'object_type_id'), args->>'view_id');
  return json_build_object('dependencies', app.dependencies('{}'::app.dependency[]));
end $$;
comment on function api.view_dependencies is 'List what is deleted with a saved view';
