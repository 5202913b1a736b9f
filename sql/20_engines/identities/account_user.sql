create or replace function app.account_user(p_tenant text, p_provider text, p_account jsonb)
returns app.users
language sql volatile as $$
  select app.identity_user(p_tenant, p_provider, p_account->>'subject', p_account->>'email',
    coalesce((p_account->>'email_verified')::boolean, false), p_account->'data')
$$;
comment on function app.account_user is
  'app.identity_user of an account as the doorway has it from a provider: {subject, email?, '
  'email_verified, data}';
