create or replace function app.mfa_code_used()
returns json
language sql stable as $$
  select app.refuse(401, 'INVALID_CREDENTIALS',
    'This code was already used. Wait until the app shows the next one.')
$$;
comment on function app.mfa_code_used is 'Returns the refusal of a code that was used before';
