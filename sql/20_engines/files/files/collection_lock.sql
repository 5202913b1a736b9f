create or replace function app.collection_lock(p_tenant text, p_id text)
returns app.file_collections
language plpgsql volatile as $$
declare v_collection app.file_collections;
begin
  perform from app.file_collections c where c.tenant_id = p_tenant and c.id = p_id for update;
  v_collection := app.collection_find(p_tenant, p_id);
  perform app.file_label_check(v_collection.created_by, 'collection');
  return v_collection;
end $$;
comment on function app.collection_lock is
  'app.collection_find for a change: with the row locked, 403 for who did not create it';
