create or replace function worker.file_trash_retire(p_tenant text, p_limit integer)
returns boolean
language plpgsql volatile as $$
declare
  v_until timestamptz;
  v_files app.files[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker","scopes":["*"]}');
  v_until := app.retention_start(p_tenant, 'trash_retention_days');
  if not isfinite(v_until) then return true; end if;
  v_files := array(
    select row(f.*)::app.files as f from app.files f
    where f.tenant_id = p_tenant and f.is_deleted and f.deleted_at < v_until
      and app.files_held(p_tenant, array[f.id]) = '{}'
    order by f.deleted_at, f.id limit p_limit for update skip locked);
  perform app.files_purge(p_tenant, v_files);
  return v_files = '{}';
end $$;
comment on function worker.file_trash_retire is
  'Removes the next files for good that are longer in a tenant''s trash than its '
  'trash_retention_days; true when there are no more';
