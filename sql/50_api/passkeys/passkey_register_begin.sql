create or replace function api.passkey_register_begin(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.passkey_settings(tenant)
$$;
comment on function api.passkey_register_begin is
  'The first half of the registration of a passkey: the user that it is for';
