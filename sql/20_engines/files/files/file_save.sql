create or replace function app.file_save(p_event text, p_old app.files, p_new app.files)
returns app.files
language plpgsql volatile as $$
declare
  v_tenant text := p_old.tenant_id;
  v_id text := p_old.id;
  v_before json := app.file_json(p_old);
  v_now timestamptz;
  v_done text;
begin
  v_now := clock_timestamp();
  update app.files f set filename = p_new.filename, mime_type = p_new.mime_type,
    size_bytes = p_new.size_bytes, access = p_new.access, folder = p_new.folder,
    status = p_new.status, storage_key = p_new.storage_key, checksum = p_new.checksum,
    width = p_new.width, height = p_new.height, version = p_new.version,
    revision = p_old.revision + 1, generation = p_new.generation, meta = p_new.meta,
    object_type_id = p_new.object_type_id, object_id = p_new.object_id,
    is_deleted = p_new.is_deleted, deleted_at = p_new.deleted_at, updated_at = v_now
  where f.tenant_id = v_tenant and f.id = v_id
  returning * into p_new;
  v_done := app.journal_write(v_tenant, p_event, 'file', v_id, app.file_json(p_new), v_before);
  return p_new;
end $$;
comment on function app.file_save is
  'Writes a locked file as it is to be, with the next revision and a row of the journal';
