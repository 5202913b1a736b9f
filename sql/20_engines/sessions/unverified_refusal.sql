create or replace function app.unverified_refusal(p_user app.users)
returns json
language plpgsql stable as $$
begin
  if p_user.email_verified_at is not null or p_user.is_invited
    or not app.auth_config(p_user.tenant_id)->'email' @> '{"confirm": true}' then
    return null;
  end if;
  return app.refuse(403, 'EMAIL_NOT_VERIFIED',
    'This email is not confirmed yet. Follow the link in the mail, or send it again with '
    '/v1/auth/resend.');
end $$;
comment on function app.unverified_refusal is
  'The refusal EMAIL_NOT_VERIFIED for who signs in with an email and a password; null when the '
  'tenant asks for no confirmation, or the email is confirmed';
