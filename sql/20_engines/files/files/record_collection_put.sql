create or replace function app.record_collection_put(p_tenant text, p_id text, p_does text, p_shown jsonb, p_record jsonb)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz;
  v_old app.file_collections;
  v_new app.file_collections;
  v_cover text := (
    select f.id from app.files f where f.tenant_id = p_tenant and f.id = p_shown->>'cover_file_id');
  v_done text;
begin
  select * into v_old from app.file_collections c where c.tenant_id = p_tenant and c.id = p_id for update;
  if p_does = 'delete' then
    delete from app.file_collections c where c.tenant_id = p_tenant and c.id = p_id;
    v_done := app.journal_write(p_tenant, 'collection.deleted', 'collection', p_id, null, app.collection_json(v_old));
    return;
  end if;
  if v_old.id is null then
    v_new := jsonb_populate_record(v_new, (p_record->'collection')
      || jsonb_build_object('tenant_id', p_tenant, 'cover_file_id', v_cover));
    insert into app.file_collections (tenant_id, id, name, description, cover_file_id, created_at, updated_at, created_by) values (v_new.*);
    v_done := app.journal_write(p_tenant, 'collection.created', 'collection', p_id, app.collection_json(v_new));
  else
    v_now := clock_timestamp();
    update app.file_collections c set name = p_shown->>'name', description = p_shown->>'description',
      cover_file_id = v_cover, updated_at = v_now
    where c.tenant_id = p_tenant and c.id = p_id returning * into v_new;
    v_done := app.journal_write(p_tenant, 'collection.updated', 'collection', p_id, app.collection_json(v_new),
      app.collection_json(v_old));
  end if;
  delete from app.file_collection_items i where i.tenant_id = p_tenant and i.collection_id = p_id;
  insert into app.file_collection_items (tenant_id, collection_id, file_id, sort_order, added_at, added_by)
  select p_tenant, p_id, i.file_id, i.sort_order, i.added_at, i.added_by
  from jsonb_to_recordset(p_record->'items')
    i(file_id text, sort_order integer, added_at timestamptz, added_by text)
  join app.files f on f.tenant_id = p_tenant and f.id = i.file_id;
end $$;
comment on function app.record_collection_put is
  'Makes, changes or deletes a collection of files for a restore; files that are not there are left out of it';
