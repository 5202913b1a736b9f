create or replace function api.file_upload(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_file app.files := app.file_take_bytes(app.file_new(tenant, args), args->'made');
begin
  v_file.status := 'ready';
  v_file := app.file_insert(v_file);
  perform app.file_tags_add(v_file, args->'tag_ids', true);
  perform app.file_version_add(v_file);
  perform app.journal_write(tenant, e.name, 'file', v_file.id, app.file_json(v_file))
  from unnest('{file.created,file.uploaded}'::text[]) with ordinality e(name, n)
  order by e.n;
  -- Last: the one row that all uploads of a tenant lock is held for a moment only.
  perform app.storage_take(tenant, v_file.size_bytes);
  return app.file_answer(v_file);
end $$;
comment on function api.file_upload is 'Upload a file of up to 25 MB';
