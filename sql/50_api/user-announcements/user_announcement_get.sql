create or replace function api.user_announcement_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.user_announcement_json(app.user_announcement_find(tenant, args->>'user_announcement_id'))
$$;
comment on function api.user_announcement_get is 'Get an announcement to users';
