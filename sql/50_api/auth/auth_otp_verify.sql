create or replace function api.auth_otp_verify(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.auth_verify(tenant, case args->>'type'
    when 'email' then array['email', 'magiclink', 'signup']
    when 'magiclink' then array['magiclink', 'email']
    else array[args->>'type'] end, args)
$$;
comment on function api.auth_otp_verify is 'Sign in with a code or with the token of a link';
