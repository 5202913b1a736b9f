create or replace function worker.storage_recount(p_tenant text, p_is_repair boolean)
returns json
language plpgsql volatile as $$
declare
  v_counted bigint;
  v_actual bigint;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  if p_is_repair then
    -- Every change of files adds to this row, and locks it to the end: everything visible from here
    -- on has been counted.
    perform from app.storage_usage u where u.tenant_id = p_tenant for update;
  end if;
  select u.bytes, (
      select coalesce(sum(v.size_bytes), 0) from app.file_versions v where v.tenant_id = p_tenant) + (
      select coalesce(sum(f.size_bytes), 0) from app.files f
      where f.tenant_id = p_tenant and f.checksum is null)
  into v_counted, v_actual from app.storage_usage u where u.tenant_id = p_tenant;
  if p_is_repair and v_counted <> v_actual then
    update app.storage_usage u set bytes = v_actual where u.tenant_id = p_tenant;
  end if;
  return json_build_object('counted', v_counted, 'actual', v_actual);
end $$;
comment on function worker.storage_recount is
  'Counts the bytes of a tenant''s files as its quota has them, and as they add up; p_is_repair '
  'sets the one to the other';
