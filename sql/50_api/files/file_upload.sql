create or replace function api.file_upload(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_file app.files := app.file_add(app.file_new(tenant, args), args->'made', args->'tag_ids');
begin
  return app.file_answer(v_file);
end $$;
comment on function api.file_upload is 'Adds a file whose bytes are already stored';
