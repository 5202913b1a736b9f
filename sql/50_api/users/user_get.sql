create or replace function api.user_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.user_admin_json(app.user_find(tenant, args->>'user_id'))
$$;
comment on function api.user_get is 'Get a user';
