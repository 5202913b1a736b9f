create or replace function auth.platform_key(p_hash bytea, p_ip inet)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', k.id, 'label', k.label, 'scopes', k.scopes, 'problem', case
        when k.revoked_at <= clock_timestamp() then 'revoked'
        when k.expires_at <= clock_timestamp() then 'expired'
        when k.ip_allowlist <> '{}' and not p_ip <<= any (k.ip_allowlist) then 'address'
      end)
    from app.platform_keys k where k.secret_hash = p_hash);
end $$;
comment on function auth.platform_key is
  'Returns the platform key with a token, by its hash: {id, label, scopes, problem}, problem being null, revoked, expired or '
  'address (it may not be used from there); null where there is no such key';
