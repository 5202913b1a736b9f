create or replace function api.key_revoke(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.key_revoke(tenant, args)
$$;
comment on function api.key_revoke is 'Revoke an API key';
