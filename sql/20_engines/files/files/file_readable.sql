create or replace function app.file_readable(p_tenant text, args jsonb)
returns app.files
language plpgsql stable as $$
declare
  v_signed jsonb := args->'signed';
  v_file app.files;
begin
  select * into v_file from app.files f
  where f.tenant_id = p_tenant and f.id = args->>'file_id' and not f.is_deleted;

  if v_signed is not null then
    -- A caller with a signature knows that there was such a file.
    if not found then perform app.not_found('file', args->>'file_id'); end if;
    if v_file.generation <> (v_signed->>'generation')::bigint then
      perform app.fail(403, 'INVALID_SIGNATURE',
        'This signed URL has been revoked. Request a new one.');
    elsif (v_signed->>'expires')::bigint <= extract(epoch from clock_timestamp()) then
      perform app.fail(410, 'GONE', 'This signed URL has expired. Request a new one.');
    end if;
  elsif v_file.access is distinct from 'public' or args ? 'version' then
    -- First of all, so that a file that is not public answers as one that is not there.
    perform app.files_read_check(p_tenant);
    if v_file.id is null or not app.file_shows(app.file_sight(p_tenant), v_file) then
      perform app.not_found('file', args->>'file_id');
    end if;
  end if;

  if v_file.status <> 'ready' then
    perform app.fail(409, 'INVALID_STATE', format('This file is %s: it has no bytes to read. '
      'Upload them, then call upload-complete.', v_file.status));
  end if;
  return v_file;
end $$;
comment on function app.file_readable is
  'Returns the file args.file_id, whose bytes the caller may read: a public one, with a signed '
  'URL whose signature the API process has checked (args.signed {generation, expires}), or with a '
  'token; earlier versions (args.version) only with a token. 401, 403, 404, 409 when there are no '
  'bytes, 410';
