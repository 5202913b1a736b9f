create or replace function app.account_user(p_tenant text, p_provider text, p_account jsonb)
returns app.users
language sql volatile as $$
  select app.identity_user(p_tenant, app.oauth_source(p_tenant, p_provider, p_account), p_account)
$$;
comment on function app.account_user is
  'app.identity_user of an account as the doorway has it from a provider of auth-config: {subject, '
  'email?, email_verified, data, fingerprint}';
