create or replace function api.file_untag(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_file app.files := app.file_lock(tenant, args);
  v_id text := v_file.id;
  v_before json := app.file_json(v_file);
  v_tag_id text := args->>'tag_id';
begin
  delete from app.file_taggings g
  where g.tenant_id = tenant and g.file_id = v_id and g.tag_id = v_tag_id;
  if not found then perform app.not_found('file_tag', v_tag_id); end if;
  perform app.file_tags_changed('file.untagged', v_file, v_before);
  return json_build_object('file_id', v_id, 'tag_id', v_tag_id, 'removed', true);
end $$;
comment on function api.file_untag is 'Remove a tag from a file';
