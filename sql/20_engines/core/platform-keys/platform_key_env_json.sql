create or replace function app.platform_key_env_json()
returns json
language sql immutable as $$
  select json_build_object('id', 'env', 'label', 'PLATFORM_ADMIN_KEY', 'scopes', json_build_array('*'),
    'ip_allowlist', '[]'::json, 'expires_at', null, 'last4', null, 'last_used_at', null,
    'last_used_ip', null, 'status', 'active', 'replaced_by', null, 'created_by', null,
    'created_at', null, 'updated_at', null)
$$;
comment on function app.platform_key_env_json is
  'PLATFORM_ADMIN_KEY as the API shows it among the platform keys: the database knows no more of it';
