create or replace function api.collection_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.file_collections := app.collection_lock(tenant, args->>'collection_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.file_collections c where c.tenant_id = tenant and c.id = v_old.id;
  v_done := app.journal_write(tenant, 'collection.deleted', 'collection', v_old.id, null,
    app.collection_json(v_old));
  return json_build_object('collection_id', v_old.id, 'deleted', true);
end $$;
comment on function api.collection_delete is 'Delete a file collection';
