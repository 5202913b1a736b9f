create or replace function app.auth_refuse()
returns json
language sql stable as $$
  select app.refuse(401, 'OTP_EXPIRED',
    'This code or link is wrong, was already used or has expired. Request a new one.')
$$;
comment on function app.auth_refuse is
  'Returns the one answer to every proof that is not valid: it tells nothing, and the attempt '
  'stays counted';
