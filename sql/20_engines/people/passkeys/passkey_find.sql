create or replace function app.passkey_find(
  p_tenant text, p_user_id text, p_credential_id text)
returns app.passkeys
language plpgsql volatile as $$
declare v_passkey app.passkeys;
begin
  select * into v_passkey from app.passkeys p
  where p.tenant_id = p_tenant and p.credential_id = p_credential_id and p.user_id = p_user_id
  for update;
  if not found then perform app.not_found('passkey', p_credential_id); end if;
  return v_passkey;
end $$;
comment on function app.passkey_find is
  'A passkey of a user, locked, or 404, for another user''s too';
