create or replace function api.auth_config_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.auth_config_answer(tenant)
$$;
comment on function api.auth_config_get is 'Get the sign-in settings';
