create or replace function worker.storage_compare(
  p_tenant text, p_keys text[], p_sizes bigint[], p_before timestamptz)
returns json
language plpgsql stable as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return (
    with entries as (
      select e.key, e.size_bytes, b.size_bytes as blob_size, v.size_bytes as image_size,
        coalesce(b.created_at, v.created_at) < p_before and b.is_going is not true as is_known,
        -- uploads/<id>, and what the upload keeps beside it: uploads/<id>.<something>
        split_part(split_part(e.key, '/uploads/', 2), '.', 1) as upload
      from unnest(p_keys, p_sizes) e(key, size_bytes)
      left join app.blobs b on b.tenant_id = p_tenant and b.storage_key = e.key
      left join app.file_variants v on v.tenant_id = p_tenant and v.variant_key = e.key)
    select json_build_object(
      'orphans', coalesce(json_agg(e.key) filter (
        where e.blob_size is null and e.image_size is null and not exists (
          select 1 from app.files f
          where f.tenant_id = p_tenant and f.id = e.upload and f.status = 'pending')), '[]'),
      'damaged', coalesce(json_agg(e.key) filter (where e.size_bytes <> e.blob_size), '[]'),
      'images', coalesce(json_agg(e.key) filter (where e.size_bytes <> e.image_size), '[]'),
      'known', count(*) filter (where e.is_known))
    from entries e);
end $$;
comment on function worker.storage_compare is
  'Compares a page of stored files with the rows of its tenant: orphans, which nothing refers to; '
  'damaged, of another size than they had, and images, made of others, that are; known: how many '
  'have to be there since before p_before';
