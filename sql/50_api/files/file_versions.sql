create or replace function api.file_versions(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_file app.files := app.file_find(tenant, args->>'file_id');
  v_id text := v_file.id;
  v_version integer := v_file.version;
  v_before integer := coalesce((args->>'before')::integer, v_version + 1);
begin
  return app.listed(
    (select json_agg(json_build_object('version', v.version, 'file_id', v.file_id,
        'filename', v.filename, 'mime_type', v.mime_type, 'size_bytes', v.size_bytes,
        'checksum_sha256', v.checksum, 'created_at', v.created_at, 'created_by', v.created_by,
        'is_current', v.version = v_version) order by v.version desc)
     from (select * from app.file_versions v
       where v.tenant_id = tenant and v.file_id = v_id and v.version < v_before
       order by v.version desc limit (args->>'limit')::integer) v),
    (select count(*) from app.file_versions v where v.tenant_id = tenant and v.file_id = v_id));
end $$;
comment on function api.file_versions is 'List the versions of a file, newest first';
