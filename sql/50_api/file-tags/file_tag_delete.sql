create or replace function api.file_tag_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.file_tags := app.file_tag_lock(tenant, args->>'tag_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.file_tags t where t.tenant_id = tenant and t.id = v_old.id;
  v_done := app.journal_write(tenant, 'file_tag.deleted', 'file_tag', v_old.id, null,
    app.file_tag_json(v_old));
  return json_build_object('tag_id', v_old.id, 'deleted', true);
end $$;
comment on function api.file_tag_delete is 'Delete a tag and remove it from all files';
