create or replace function api.file_upload(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_file app.files := app.file_new(tenant, args);
begin
  perform app.storage_take(tenant, (args->'made'->>'size_bytes')::bigint);
  v_file := app.file_take_bytes(v_file, args->'made');
  v_file.status := 'ready';
  v_file := app.file_insert(v_file);
  perform app.file_version_add(v_file);
  perform app.journal_write(tenant, e.name, 'file', v_file.id, app.file_json(v_file))
  from unnest('{file.created,file.uploaded}'::text[]) with ordinality e(name, n)
  order by e.n;
  return app.file_answer(v_file);
end $$;
comment on function api.file_upload is 'Upload a file of up to 25 MB';
