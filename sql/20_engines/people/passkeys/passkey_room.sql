create or replace function app.passkey_room(p_tenant text, p_user_id text)
returns void
language plpgsql stable as $$
begin
  if (select count(*) from app.passkeys p
      where p.tenant_id = p_tenant and p.user_id = p_user_id) >= 10 then
    perform app.fail(409, 'INVALID_STATE', 'An account can have at most 10 passkeys. Delete one '
      'first.');
  end if;
end $$;
comment on function app.passkey_room is 'Refuses with 409 a user who has 10 passkeys';
