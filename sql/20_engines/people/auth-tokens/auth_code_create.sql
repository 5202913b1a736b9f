create or replace function app.auth_code_create(
  p_user app.users, p_methods text[], p_code_challenge text)
returns text
language sql volatile as $$
  select app.challenge_create(p_user.tenant_id, 'code', p_user.id, jsonb_strip_nulls(
    jsonb_build_object('methods', p_methods, 'code_challenge', p_code_challenge)),
    interval '5 minutes')
$$;
comment on function app.auth_code_create is
  'Creates a one-time code for a user verified by p_methods, to be carried by a redirect and '
  'exchanged at /v1/auth/oauth/token, with the code_verifier when there is a challenge (RFC 7636)';
