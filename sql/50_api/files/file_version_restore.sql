create or replace function api.file_version_restore(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.files := app.file_lock(tenant, args);
  v_new app.files := app.file_at_version(v_old, (args->>'version_number')::integer);
begin
  if v_old.status <> 'ready' then
    perform app.fail(409, 'INVALID_STATE', format(
      'This file is %s: only a ready file has versions that can be restored.', v_old.status));
  elsif v_new.version = v_old.version then
    perform app.fail(409, 'INVALID_STATE', format(
      'Version %s is the current one. GET /v1/files/%s/versions lists the others.',
      v_old.version, v_old.id));
  end if;
  v_new.filename := v_old.filename;
  return app.file_answer(app.file_version_next(v_old, v_new));
end $$;
comment on function api.file_version_restore is 'Restore the bytes of an earlier version';
