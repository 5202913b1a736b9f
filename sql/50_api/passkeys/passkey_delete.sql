create or replace function api.passkey_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_passkey app.passkeys :=
    app.passkey_find(tenant, app.principal()->>'user_id', args->>'credential_id');
  v_done text;
begin
  delete from app.passkeys p where p.tenant_id = tenant and p.id = v_passkey.id;
  v_done := app.journal_write(tenant, 'passkey.deleted', 'passkey', v_passkey.id,
    json_build_object('id', v_passkey.id, 'user_id', v_passkey.user_id),
    app.passkey_json(v_passkey));
  return json_build_object('id', v_passkey.id, 'deleted', true);
end $$;
comment on function api.passkey_delete is 'Delete one of your passkeys';
