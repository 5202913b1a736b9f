create or replace function worker.storage_page(p_tenant text, p_after text, p_limit integer)
returns json
language plpgsql stable as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return (
    select coalesce(json_agg(json_build_object(
      'key', k.key, 'checksum', k.checksum, 'is_image', k.is_image) order by k.key), '[]')
    from (
      (select b.storage_key as key, b.checksum, false as is_image from app.blobs b
      where b.tenant_id = p_tenant and b.storage_key > p_after and not b.is_going
      order by b.storage_key limit p_limit)
      union all
      (select v.variant_key, v.checksum, true from app.file_variants v
      where v.tenant_id = p_tenant and v.variant_key > p_after
      order by v.variant_key limit p_limit)
      order by key limit p_limit) k);
end $$;
comment on function worker.storage_page is
  'The next p_limit keys of a tenant after p_after that have to be in the storage: [{key, checksum, '
  'is_image}]; empty when there are no more';
