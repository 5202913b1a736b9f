create or replace function app.platform_key_json(p_key app.platform_keys)
returns json
language sql stable as $$
  select json_build_object('id', p_key.id, 'label', p_key.label, 'scopes', p_key.scopes,
    'ip_allowlist', p_key.ip_allowlist, 'expires_at', p_key.expires_at, 'last4', p_key.last4,
    'last_used_at', p_key.last_used_at, 'last_used_ip', host(p_key.last_used_ip),
    'status', case
      when p_key.revoked_at <= clock_timestamp() and p_key.replaced_by is null then 'revoked'
      when p_key.revoked_at <= clock_timestamp() or p_key.expires_at <= clock_timestamp()
        then 'expired'
      when p_key.replaced_by is not null then 'rotating'
      else 'active' end,
    'replaced_by', p_key.replaced_by, 'created_by', p_key.created_by,
    'created_at', p_key.created_at, 'updated_at', p_key.updated_at)
$$;
comment on function app.platform_key_json is 'A platform key as the API shows it: never its secret';
