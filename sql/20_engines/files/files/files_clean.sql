create or replace function app.files_clean(p_tenant text, p_limit integer)
returns app.files[]
language plpgsql volatile as $$
declare
  v_until timestamptz := app.stale_before();
  v_files app.files[] := array(
    select row(f.*)::app.files as f from app.files f
    where f.tenant_id = p_tenant and f.status = 'pending' and f.created_at < v_until
      and app.files_held(p_tenant, array[f.id]) = '{}'
    order by f.created_at limit p_limit for update skip locked);
begin
  perform app.files_purge(p_tenant, v_files);
  return v_files;
end $$;
comment on function app.files_clean is
  'Removes the next p_limit stale uploads of a tenant for good: their quota is free again. What has '
  'arrived of them lies at their uploadKey (src/storage/storage.ts), for the caller to remove';
