create or replace function api.auth_otp(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.sign_in_message(tenant, case when args ? 'email' then 'email' else 'sms' end,
    args || jsonb_strip_nulls(jsonb_build_object(
      'phone', app.phone_required(tenant, args->>'phone'))))
$$;
comment on function api.auth_otp is 'Sends a sign-in code by mail or text message';
