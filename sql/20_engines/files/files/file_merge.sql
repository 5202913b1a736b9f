create or replace function app.file_merge(p_file app.files, args jsonb)
returns app.files
language plpgsql stable as $$
declare
  v_old app.files := p_file;
begin
  if args ? 'filename' then
    -- The doorway has not seen the value of a reference in a transaction.
    if args->>'filename' ~ '[\x01-\x1f\x7f/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]|^\.+$'
      or length(args->>'filename') not between 1 and 255 then
      perform app.invalid('filename', 'custom',
        'must be a name of up to 255 characters without /, \ or control characters');
    end if;
    p_file.filename := args->>'filename';
  end if;
  if args ? 'access' then p_file.access := args->>'access'; end if;
  if args ? 'folder' then p_file.folder := app.folder_check(args->>'folder'); end if;
  if args ? 'meta' then
    p_file.meta := coalesce(nullif(args->'meta', 'null'), '{}');
    if octet_length(p_file.meta::text) > 10240 then
      perform app.invalid('meta', 'too_big', 'is larger than 10 KB');
    end if;
  end if;
  if args ?| '{object_type_id,object_id}' then
    p_file := app.file_link(p_file, args->>'object_type_id', args->>'object_id');
  end if;
  if p_file.access <> v_old.access then p_file.generation := v_old.generation + 1; end if;
  return p_file;
end $$;
comment on function app.file_merge is
  'A file with the fields that callers set: filename, access, folder, meta, the object it belongs '
  'to. 400, 404 for an object that is not there, 403 POLICY_DENIED';
