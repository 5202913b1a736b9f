create or replace function api.file_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_is_forced boolean := args @> '{"force":true}';
  v_file app.files := app.file_lock(tenant, args, case when not v_is_forced then false end);
  v_refusal json;
begin
  perform app.files_held_check(tenant, array[v_file.id]);
  perform app.version_expect(v_file.version, args);
  if not v_is_forced or v_file.status = 'pending' then
    perform app.files_trash(tenant, array[v_file]);
  else
    v_refusal := app.confirm(
      tenant, 'file', v_file.id, app.file_dependencies(v_file), args->>'confirm_token');
    if v_refusal is not null then return v_refusal; end if;
    perform app.files_purge(tenant, array[v_file]);
  end if;
  return json_build_object('file_id', v_file.id, 'deleted', true);
end $$;
comment on function api.file_delete is 'Delete a file';
