create or replace function api.oauth_provider_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.auth_providers(tenant)::json
$$;
comment on function api.oauth_provider_list is 'List the available sign-in methods';
