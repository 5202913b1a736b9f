create or replace function app.files_purge(p_tenant text, p_files app.files[])
returns void
language plpgsql volatile as $$
declare
  v_ids text[] := array(select f.id from unnest(p_files) f);
  v_keys text[];
  v_bytes bigint;
begin
  if cardinality(v_ids) = 0 then return; end if;
  perform app.files_held_check(p_tenant, v_ids);
  perform app.files_purge_rows(p_tenant, v_ids);
  with gone as (
    delete from app.file_versions v
    where v.tenant_id = p_tenant and v.file_id = any (v_ids)
    returning v.file_id, v.storage_key, v.size_bytes)
  select array_agg(distinct g.storage_key), coalesce(sum(g.size_bytes), 0) + (
    -- The declared size of an upload that never came.
    select coalesce(sum(f.size_bytes), 0) from unnest(p_files) f where f.checksum is null)
  into v_keys, v_bytes from gone g;
  -- One row is enough for the worker to hear that there may be bytes to remove (worker.tasks_add).
  perform app.journal_write(p_tenant, 'file.purged', 'file', f.id, null, app.file_json(f),
    p_pending => f.id = v_ids[1])
  from unnest(p_files) f;
  delete from app.files f where f.tenant_id = p_tenant and f.id = any (v_ids);
  perform app.blobs_release(p_tenant, v_keys, v_bytes);
end $$;
comment on function app.files_purge is
  'Removes locked files for good, 409 for one that is held, with their versions, tags and places in collections. Their bytes '
  'are marked: whoever removes them looks whether others need them';
