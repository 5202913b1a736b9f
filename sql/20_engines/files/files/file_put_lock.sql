create or replace function app.file_put_lock(p_tenant text, args jsonb)
returns app.files
language plpgsql volatile as $$
declare
  v_signed jsonb := args->'signed';
  v_file app.files;
begin
  if v_signed is null then
    if app.principal()->>'type' = 'public' then
      perform app.fail(401, 'UNAUTHORIZED',
        'This request has neither a token nor a signature. Send a token, or use '
        'upload_endpoint exactly as you received it.');
    end if;
    v_file := app.file_lock(p_tenant, args);
    if v_file.status <> 'ready' then perform app.file_slot_check(v_file); end if;
    return v_file;
  end if;

  select * into v_file from app.files f
  where f.tenant_id = p_tenant and f.id = args->>'file_id' and not f.is_deleted for update;
  if not found then perform app.not_found('file', args->>'file_id'); end if;
  perform app.file_slot_check(v_file);
  if v_file.generation <> (v_signed->>'generation')::bigint then
    perform app.fail(403, 'INVALID_SIGNATURE',
      'This upload_endpoint has been revoked. Send the bytes with a token, or request a new upload '
      'slot.');
  elsif not args ? 'made' and (v_signed->>'expires')::bigint
    <= extract(epoch from clock_timestamp()) then
    perform app.fail(410, 'GONE',
      'This upload_endpoint has expired. Send the bytes with a token, or request a new upload '
      'slot.');
  end if;
  return v_file;
end $$;
comment on function app.file_put_lock is
  'Returns the file args.file_id, locked for bytes: a pending one by its slot''s signature '
  '(args.signed, as app.file_readable has it), a pending or ready one by token. What was begun in '
  'time may end later (args.made). 401, 403, 404, 409, 410, 412';
