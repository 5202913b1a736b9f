create or replace function api.file_upload_check(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  perform app.storage_check(tenant);
  return json_build_object('is_allowed', true);
end $$;
comment on function api.file_upload_check is
  'Whether an upload may begin, before its bytes are read: 403 when the quota is used up';
