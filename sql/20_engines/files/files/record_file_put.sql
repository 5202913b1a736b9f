create or replace function app.record_file_put(
  p_tenant text, p_id text, p_does text, p_shown jsonb, p_record jsonb, p_bytes jsonb)
returns void
language plpgsql volatile as $$
declare
  v_type text := (
    select t.id from app.object_types t where t.tenant_id = p_tenant and t.name = p_shown->>'object_type');
  v_checksum text := p_shown->>'checksum';
  v_old app.files;
  v_new app.files;
  v_key text;
  v_version jsonb;
  v_done text;
begin
  select * into v_old from app.files f where f.tenant_id = p_tenant and f.id = p_id for update;
  if p_does = 'delete' then
    perform app.files_trash(p_tenant, array[v_old]);
    return;
  elsif p_shown->>'object_id' is not null and not exists (
    select 1 from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = v_type and o.id = p_shown->>'object_id' and not o.is_deleted) then
    perform app.not_found('object', p_shown->>'object_id');
  end if;
  v_new := case when v_old.id is null then jsonb_populate_record(v_new, p_record->'file') else v_old end;
  v_new := jsonb_populate_record(v_new, p_shown
    || jsonb_build_object('tenant_id', p_tenant, 'object_type_id', v_type, 'status', 'ready', 'is_deleted', false, 'deleted_at', null));
  if v_old.id is null or v_old.checksum is distinct from v_checksum then
    v_key := app.record_bytes(p_tenant, v_checksum, p_bytes);
    if v_key is null then
      perform app.fail(409, 'UPLOAD_INCOMPLETE',
        'The bytes of this file are neither in the backup nor in the tenant. Upload the file again.', null, 'checksum');
    end if;
    v_new.storage_key := v_key;
    v_new.width := (p_record #>> '{file,width}')::integer;
    v_new.height := (p_record #>> '{file,height}')::integer;
  end if;
  if v_old.id is null then
    insert into app.files (tenant_id, id, filename, mime_type, size_bytes, access, folder, status, storage_key, checksum,
      width, height, version, revision, generation, meta, object_type_id, object_id, uploaded_by,
      is_deleted, deleted_at, created_at, updated_at, upload_metadata) values (v_new.*);
    for v_version in select v from jsonb_array_elements(p_record->'versions') v loop
      v_key := app.record_bytes(p_tenant, v_version->>'checksum', p_bytes);
      -- An older version whose bytes are gone stays away.
      continue when v_key is null;
      insert into app.file_versions (tenant_id, file_id, version, filename, mime_type, size_bytes, storage_key, checksum, width,
        height, created_at, created_by)
      select r.* from jsonb_populate_record(null::app.file_versions,
        v_version || jsonb_build_object('tenant_id', p_tenant, 'storage_key', v_key)) r;
      v_done := app.record_room(p_tenant, (v_version->>'size_bytes')::bigint);
    end loop;
    v_done := app.journal_write(p_tenant, 'file.restored', 'file', p_id, app.file_json(v_new));
  elsif v_old.checksum is distinct from v_checksum then
    v_new.version := v_old.version + 1;
    v_new.generation := v_old.generation + 1;
    v_new := app.file_save('file.version_created', v_old, v_new);
    perform app.file_version_add(v_new);
    v_done := app.record_room(p_tenant, v_new.size_bytes);
  else
    if v_new.access <> v_old.access then v_new.generation := v_old.generation + 1; end if;
    v_new := app.file_save(case when v_old.is_deleted then 'file.restored' else 'file.updated' end, v_old, v_new);
  end if;
  delete from app.file_taggings x where x.tenant_id = p_tenant and x.file_id = p_id and x.tag_id not in (
    select g.id from app.file_tags g where g.tenant_id = p_tenant and p_shown->'tags' ? g.name);
  insert into app.file_taggings (tenant_id, file_id, tag_id)
  select p_tenant, p_id, g.id from app.file_tags g
  where g.tenant_id = p_tenant and p_shown->'tags' ? g.name on conflict do nothing;
end $$;
comment on function app.record_file_put is
  'Makes, changes or trashes a file for a restore, with versions and tags. Its bytes are those that the tenant has, or were put '
  'for the restore (p_bytes, by checksum); other bytes become its next version. 409 UPLOAD_INCOMPLETE where they are missing';
