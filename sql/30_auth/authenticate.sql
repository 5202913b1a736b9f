create or replace function auth.authenticate(p_tenant text, p_credential jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_principal jsonb;
  v_problem text;
begin
  if p_credential ? 'public' then
    return auth.authenticate_public(p_tenant, p_credential);
  end if;
  -- One statement: each further expression would cost every request a microsecond or two.
  select case
      when k.secret_hash <> decode(p_credential->>'hash', 'hex')
        or k.revoked_at <= clock_timestamp()
        or t.status = 'deleted' then 'INVALID_TOKEN'
      when k.expires_at <= clock_timestamp() then 'EXPIRED'
      when t.status = 'suspended' then 'TENANT_SUSPENDED'
      when p_credential ? 'tenant_hints'
        and not p_credential->'tenant_hints' <@ jsonb_build_array(t.tenant_id, t.slug)
        then 'TENANT_MISMATCH'
      when k.ip_allowlist <> '{}' and not (p_credential->>'ip')::inet <<= any (k.ip_allowlist)
        then 'IP_NOT_ALLOWED'
      when t.ip_allowlist <> '{}' and not (p_credential->>'ip')::inet <<= any (t.ip_allowlist)
        then 'IP_NOT_ALLOWED_BY_TENANT'
      when p_credential->>'scope' = 'user' then 'NEEDS_USER'
      -- What anybody may do without a token needs no scope either.
      when not app.scope_covers(k.scopes, p_credential->>'scope')
        and p_credential->>'scope' <> 'public' then 'INSUFFICIENT_SCOPE'
    end,
    p_credential || jsonb_build_object('type', 'api_key', 'id', k.id, 'scopes', k.scopes,
        'bound_by_policies', nullif(k.bound_by_policies, true),
        'sees_private', nullif(k.sees_private, true))
      - '{hash,handle,scope,permission,tenant_hints,change,as_user}'::text[]
  into v_problem, v_principal
  from app.api_keys k join app.tenants t on t.tenant_id = k.tenant_id
  where k.tenant_id = p_tenant and k.handle = p_credential->>'handle';

  if v_problem is not null or v_principal is null then
    perform auth.reject(
      coalesce(v_problem, 'INVALID_TOKEN'), p_credential->>'scope', v_principal->'scopes');
  end if;
  if p_credential ? 'as_user' then
    return auth.authenticate_as(p_tenant, p_credential, v_principal);
  end if;
  return v_principal;
end $$;
comment on function auth.authenticate is
  'The principal of a credential, or 401 or 403: of an API key {handle, hash}, or of nobody '
  '{public}; each with {scope, permission, ip, request_id, user_agent, tenant_hints?, change?, '
  'as_user?}. auth.authenticate_user is its counterpart for users';
