create or replace function api.auth_otp(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.sign_in_message(tenant, case when args ? 'email' then 'email' else 'sms' end, args)
$$;
comment on function api.auth_otp is 'Send a sign-in code by mail or text message';
