create or replace function api.file_unsign(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.files := app.file_lock(tenant, args);
  v_new app.files := v_old;
begin
  v_new.generation := v_old.generation + 1;
  v_new := app.file_save('file.updated', v_old, v_new);
  return json_build_object('file_id', v_new.id, 'revoked', true);
end $$;
comment on function api.file_unsign is 'Revoke all signed URLs of a file';
