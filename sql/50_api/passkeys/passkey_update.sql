create or replace function api.passkey_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.passkeys :=
    app.passkey_find(tenant, app.principal()->>'user_id', args->>'credential_id');
  v_new app.passkeys := v_old;
  v_done text;
begin
  if not args ? 'friendly_name' then return app.passkey_json(v_old); end if;
  v_new.friendly_name := args->>'friendly_name';
  update app.passkeys p set friendly_name = v_new.friendly_name
  where p.tenant_id = tenant and p.id = v_old.id;
  v_done := app.journal_write(tenant, 'passkey.updated', 'passkey', v_old.id,
    app.passkey_json(v_new), json_build_object('friendly_name', v_old.friendly_name),
    '{friendly_name}');
  return app.passkey_json(v_new);
end $$;
comment on function api.passkey_update is 'Rename one of your passkeys';
