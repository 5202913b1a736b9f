create or replace function api.file_upload_check(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_used bigint := (select u.bytes from app.storage_usage u where u.tenant_id = tenant);
  v_quota bigint := app.storage_quota(tenant);
begin
  if v_used >= v_quota then perform app.storage_full(v_used, v_quota); end if;
  return json_build_object('is_allowed', true);
end $$;
comment on function api.file_upload_check is
  'Whether an upload may begin, before its bytes are read: 403 when the quota is used up';
