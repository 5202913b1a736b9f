create or replace function api.oauth_id_token(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.sign_in(app.account_user(tenant, args->>'provider', args->'account'), '{oauth}')
$$;
comment on function api.oauth_id_token is
  'A session for the account of an id_token that the doorway has verified';
