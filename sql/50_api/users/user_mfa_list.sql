create or replace function api.user_mfa_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.mfa_factors_json(tenant, (app.user_find(tenant, args->>'user_id')).id)
$$;
comment on function api.user_mfa_list is 'List the second factors of a user';
