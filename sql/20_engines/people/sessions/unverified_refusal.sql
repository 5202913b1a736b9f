create or replace function app.unverified_refusal(p_user app.users, p_channel text)
returns json
language plpgsql stable as $$
begin
  if p_user.is_invited
    or (case p_channel when 'email' then p_user.email_verified_at
      else p_user.phone_verified_at end) is not null
    or not app.auth_config(p_user.tenant_id)->p_channel @> '{"confirm": true}' then
    return null;
  elsif p_channel = 'phone' then
    return app.refuse(403, 'EMAIL_NOT_VERIFIED',
      'This phone number is not confirmed yet. Request a code with /v1/auth/otp.');
  end if;
  return app.refuse(403, 'EMAIL_NOT_VERIFIED',
    'This email is not confirmed yet. Follow the link in the email, or request another with '
    '/v1/auth/resend.');
end $$;
comment on function app.unverified_refusal is
  'Returns the refusal EMAIL_NOT_VERIFIED for anyone who signs in with an address (p_channel '
  'email or phone) and a password; null when the tenant asks for no confirmation, or the address '
  'is confirmed';
