create or replace function app.file_add(p_file app.files, p_made jsonb, p_tag_ids jsonb default null)
returns app.files
language plpgsql volatile as $$
declare
  v_file app.files := app.file_take_bytes(p_file, p_made);
  v_done text;
begin
  v_file.status := 'ready';
  v_file := app.file_insert(v_file);
  v_done := app.file_tags_add(v_file, p_tag_ids, true);
  perform app.file_version_add(v_file);
  perform app.journal_write(v_file.tenant_id, e.name, 'file', v_file.id, app.file_json(v_file))
  from unnest('{file.created,file.uploaded}'::text[]) with ordinality e(name, n)
  order by e.n;
  -- Last: the one row that all uploads of a tenant lock is held for a moment only.
  v_done := app.storage_take(v_file.tenant_id, v_file.size_bytes);
  return v_file;
end $$;
comment on function app.file_add is
  'Adds a file (app.file_new) whose bytes are stored already: p_made is StoredFile of src/groups/files/stored-file.ts. With tags, '
  'a list of ids';
