create or replace function api.auth_password_right(tenant text, args jsonb)
returns json
language sql volatile as $$
  select to_json(app.counter_clear(tenant, 'password:' || (app.principal()->>'user_id'))::text)
$$;
comment on function api.auth_password_right is
  'Forgets the tries of a change of password that is a dry run, its current password being right';
