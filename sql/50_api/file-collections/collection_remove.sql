create or replace function api.collection_remove(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_collection app.file_collections := app.collection_lock(tenant, args->>'collection_id');
  v_id text := v_collection.id;
  v_file_id text := args->>'file_id';
  v_file app.files;
begin
  -- Also in the trash: it would be back with the file.
  select f.* into v_file
  from app.file_collection_items i
  join app.files f on f.tenant_id = tenant and f.id = i.file_id
  where i.tenant_id = tenant and i.collection_id = v_id and i.file_id = v_file_id;
  if not found or not app.file_shows(app.file_sight(tenant), v_file) then
    perform app.not_found('file', v_file_id);
  end if;
  delete from app.file_collection_items i
  where i.tenant_id = tenant and i.collection_id = v_id and i.file_id = v_file_id;
  perform app.collection_items_changed(
    v_collection, jsonb_build_object('removed', jsonb_build_array(v_file_id)));
  return json_build_object('collection_id', v_id, 'file_id', v_file_id, 'removed', true);
end $$;
comment on function api.collection_remove is 'Remove a file from a collection';
