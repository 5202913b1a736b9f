create or replace function api.file_tag(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_file app.files := app.file_lock(tenant, args);
  v_before json := app.file_json(v_file);
  v_tagged integer := app.file_tags_add(v_file, args->'tag_ids', false);
begin
  if v_tagged > 0 then perform app.file_tags_changed('file.tagged', v_file, v_before); end if;
  return json_build_object('file_id', v_file.id, 'tagged', v_tagged);
end $$;
comment on function api.file_tag is 'Add tags to a file';
