create or replace function api.identity_unlink(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_lock(tenant, app.principal()->>'user_id');
  v_identity app.identities;
  v_has_other boolean;
  v_done text;
begin
  select * into v_identity from app.identities i
  where i.tenant_id = tenant and i.user_id = v_user.id and i.id = args->>'identity_id';
  if not found then perform app.not_found('identity', args->>'identity_id'); end if;
  v_has_other := v_user.password_hash is not null
    or exists (select 1 from app.passkeys p
      where p.tenant_id = tenant and p.user_id = v_user.id)
    or exists (select 1 from app.identities i
      where i.tenant_id = tenant and i.user_id = v_user.id and i.id <> v_identity.id);
  if not v_has_other then
    perform app.fail(409, 'SINGLE_IDENTITY', 'This is the only way to sign in to your account. Add '
      'a password, a passkey or another identity first.');
  end if;
  delete from app.identities i where i.tenant_id = tenant and i.id = v_identity.id;
  v_done := app.journal_write(tenant, 'user.updated', 'user', v_user.id, app.user_json(v_user),
    json_build_object('identity', app.identity_json(v_identity)), '{identities}');
  return json_build_object('id', v_identity.id, 'deleted', true);
end $$;
comment on function api.identity_unlink is 'Unlink an account at an identity provider';
