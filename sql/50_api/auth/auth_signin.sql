create or replace function api.auth_signin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_config jsonb := app.auth_config(tenant);
  v_ip text := app.principal()->>'ip';
  v_account text := coalesce(lower(args->>'email'), args->>'phone');
  v_user app.users := app.user_lock(tenant, args->>'user_id');
begin
  perform app.counter_clear(tenant, 'signin:' || v_account || ':' || v_ip);
  perform app.counter_give_back(tenant, 'signin:' || v_ip);
  if args ? 'email' and v_user.email_verified_at is null and not v_user.is_invited
    and v_config->'email' @> '{"confirm": true}' then
    return app.refuse(403, 'EMAIL_NOT_VERIFIED',
      'This email is not confirmed yet. Follow the link in the mail, or send it again with '
      '/v1/auth/resend.');
  end if;
  if args ? 'phone' and v_user.phone_verified_at is null
    and v_config->'phone' @> '{"confirm": true}' then
    return app.refuse(403, 'EMAIL_NOT_VERIFIED',
      'This phone number is not confirmed yet. Have a code sent with /v1/auth/otp.');
  end if;
  if args->'made' ? 'password_hash' then  -- made anew with stronger parameters
    update app.users u set password_hash = args->'made'->>'password_hash'
    where u.tenant_id = tenant and u.id = v_user.id and u.password_hash = v_user.password_hash;
  end if;
  return app.sign_in(v_user, '{password}');
end $$;
comment on function api.auth_signin is 'Sign in with email or phone, and the password';
