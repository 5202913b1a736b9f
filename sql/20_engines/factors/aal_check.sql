create or replace function app.aal_check(p_tenant text, p_user_id text)
returns void
language plpgsql stable as $$
begin
  if app.principal()->>'aal' is distinct from 'aal2' and app.mfa_is_enrolled(p_tenant, p_user_id)
  then
    perform app.fail(403, 'INSUFFICIENT_AAL', 'This account has a second factor: verify it at '
      '/v1/auth/mfa/verify first, then repeat this.');
  end if;
end $$;
comment on function app.aal_check is
  'Holds a user who has a second factor to it, before a further way to sign in is added: else who '
  'has got hold of a session, but not of the factor, could add one of his own';
