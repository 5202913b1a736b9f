create or replace function app.collection_items_changed(
  p_collection app.file_collections, p_change jsonb)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_collection.tenant_id;
  v_id text := p_collection.id;
  v_before json := app.collection_json(p_collection);
  v_now timestamptz;
  v_done text;
begin
  v_now := clock_timestamp();
  update app.file_collections c set updated_at = v_now
  where c.tenant_id = v_tenant and c.id = v_id
  returning c.* into p_collection;
  v_done := app.journal_write(v_tenant, 'collection.updated', 'collection', v_id,
    (app.collection_json(p_collection)::jsonb || jsonb_build_object('items', p_change))::json,
    v_before, '{items}');
end $$;
comment on function app.collection_items_changed is
  'Records a change of files in a locked collection: its updated_at, and a row of the journal '
  'with the changes, {"added" | "removed" | "ordered": file ids}';
