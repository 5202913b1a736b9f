create or replace function api.oauth_provider(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.oauth_provider(tenant, args->>'provider')::json
$$;
comment on function api.oauth_provider is 'How an identity provider is reached, for the doorway';
