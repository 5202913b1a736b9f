create or replace function auth.key_problem(p_tenant text, p_credential jsonb)
returns text
language plpgsql stable as $$
begin
  return (
    select case
        when k.secret_hash <> decode(p_credential->>'hash', 'hex')
          or k.revoked_at <= clock_timestamp()
          or t.status in ('deleted', 'provisioning') then 'INVALID_TOKEN'
        when k.expires_at <= clock_timestamp() then 'EXPIRED'
        when t.status = 'suspended' then 'TENANT_SUSPENDED'
        when t.status = 'migrating' and t.status_reason is not null and p_credential ? 'change' then 'TENANT_RESTORING'
        when p_credential ? 'tenant_hints'
          and not p_credential->'tenant_hints' <@ jsonb_build_array(t.tenant_id, t.slug)
          then 'TENANT_MISMATCH'
        when k.ip_allowlist <> '{}' and not (p_credential->>'ip')::inet <<= any (k.ip_allowlist)
          then 'IP_NOT_ALLOWED'
        when t.ip_allowlist <> '{}' and not (p_credential->>'ip')::inet <<= any (t.ip_allowlist)
          then 'IP_NOT_ALLOWED_BY_TENANT'
        when p_credential->>'scope' = 'user' then 'NEEDS_USER'
        -- A call that anyone may make without a token needs no scope either.
        when not app.scope_covers(k.scopes, p_credential->>'scope')
          and p_credential->>'scope' <> 'public' then 'INSUFFICIENT_SCOPE'
      end
    from app.api_keys k join app.tenants t on t.tenant_id = k.tenant_id
    where k.tenant_id = p_tenant and k.handle = p_credential->>'handle');
end $$;
comment on function auth.key_problem is
  'Returns the reason to refuse the key {handle, hash} of a credential, as auth.reject names it, '
  'or null';
