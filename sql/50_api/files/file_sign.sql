create or replace function api.file_sign(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_ttl integer := coalesce((args->>'expires_in')::integer, 3600);
  v_file app.files := app.file_find(tenant, args->>'file_id');
  v_expires bigint := floor(extract(epoch from clock_timestamp())) + v_ttl;
begin
  -- Reading is less than sharing: the URL works for anyone who gets hold of it.
  if not app.file_is_own(v_file) then
    perform app.fail(403, 'FORBIDDEN',
      'Only the user who uploaded a file, or a role that permits files:manage, may share it.');
  elsif v_file.status <> 'ready' then
    perform app.fail(409, 'INVALID_STATE', format('This file is %s: there are no bytes to share. '
      'Upload them, then call upload-complete.', v_file.status));
  end if;
  return json_build_object('generation', v_file.generation, 'expires', v_expires,
    'expires_at', to_timestamp(v_expires), 'ttl', v_ttl, 'mime_type', v_file.mime_type,
    'size_bytes', v_file.size_bytes, 'width', v_file.width, 'height', v_file.height);
end $$;
comment on function api.file_sign is 'Returns what a signed URL for a file has to contain';
