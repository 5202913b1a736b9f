create or replace function app.verification_send(
  p_user app.users, p_type text, p_channel text, args jsonb)
returns void
language plpgsql volatile as $$
begin
  perform app.auth_send(p_user.tenant_id,
    case when p_channel = 'phone' then 'sms' else p_type end,
    case when p_channel = 'phone' then p_user.phone else p_user.email end,
    p_user.id,
    -- Of several sign-ups with one address, that one's password counts whose message is followed:
    -- nobody else's, and none for an account that is in use.
    jsonb_strip_nulls(jsonb_build_object('redirect_to', args->'redirect_to', 'code_challenge',
      args->'code_challenge', 'password_hash', case when p_user.last_sign_in_at is null then
        args->'made'->'password_hash' end)),
    case when p_channel = 'phone' then p_user.phone_verified_at else p_user.email_verified_at end
      is null);
end $$;
comment on function app.verification_send is
  'Sends a user the link and the code that prove who reads the address (channel email or phone), '
  'unless that is known already';
