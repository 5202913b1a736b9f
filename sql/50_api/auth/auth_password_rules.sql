create or replace function api.auth_password_rules(tenant text, args jsonb)
returns json
language sql stable as $$
  select json_build_object('min_length', greatest((c->'password'->>'min_length')::integer, (
      select (s.governance->>'password_min_length')::integer
      from app.tenant_settings s where s.tenant_id = tenant)),
    'require', c->'password'->'require', 'hibp', c->'password'->'hibp')
  from app.auth_config(tenant) c
$$;
comment on function api.auth_password_rules is 'Returns the rules for a password';
