create or replace function api.auth_user(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.user_json(app.user_find(tenant, app.principal()->>'user_id'))
$$;
comment on function api.auth_user is 'Get the signed-in user';
