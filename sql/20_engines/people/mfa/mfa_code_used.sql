create or replace function app.mfa_code_used()
returns json
language sql stable as $$
  select app.refuse(401, 'INVALID_CREDENTIALS',
    'This code was used before. Wait for the next one of the app.')
$$;
comment on function app.mfa_code_used is 'The refusal of a code that was taken before';
