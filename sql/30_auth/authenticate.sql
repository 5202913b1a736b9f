create or replace function auth.authenticate(p_tenant text, p_credential jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_key app.api_keys;
  v_tenant app.tenants;
begin
  select * into v_key from app.api_keys k
  where k.tenant_id = p_tenant and k.handle = p_credential->>'handle';
  if v_key.secret_hash is distinct from decode(p_credential->>'hash', 'hex')
    or v_key.revoked_at <= clock_timestamp() then
    perform app.fail(401, 'INVALID_TOKEN', 'This API key is not valid. It may have been revoked or rotated: create a new one.');
  end if;
  if v_key.expires_at <= clock_timestamp() then
    perform app.fail(401, 'INVALID_TOKEN', 'This API key has expired. Create or rotate a key to go on.');
  end if;

  select * into v_tenant from app.tenants t where t.tenant_id = p_tenant;
  if v_tenant.status = 'deleted' then
    perform app.fail(401, 'INVALID_TOKEN', 'The tenant of this API key is gone.');
  elsif v_tenant.status = 'suspended' then
    perform app.fail(403, 'TENANT_SUSPENDED', 'This tenant is suspended. Ask the operator to activate it.');
  end if;
  if p_credential ? 'tenant_hints' and exists (
    select from jsonb_array_elements_text(p_credential->'tenant_hints') h(hint)
    where h.hint not in (v_tenant.tenant_id, v_tenant.slug)) then
    perform app.fail(403, 'TENANT_MISMATCH',
      'The tenant named by header, host or query is not the one this token belongs to. Leave it out, or use that tenant''s token.');
  end if;

  if cardinality(v_key.ip_allowlist) > 0
    and not (p_credential->>'ip')::inet <<= any (v_key.ip_allowlist) then
    perform app.fail(403, 'IP_NOT_ALLOWED', 'This API key may not be used from this address. Its ip_allowlist says from where.');
  end if;
  if not app.scope_covers(v_key.scopes, p_credential->>'scope') then
    perform app.fail(403, 'INSUFFICIENT_SCOPE',
      format('This call needs the scope %s.', p_credential->>'scope'),
      jsonb_build_object('required', p_credential->'scope', 'held', v_key.scopes));
  end if;

  return jsonb_build_object('type', 'api_key', 'id', v_key.id, 'scopes', v_key.scopes,
    'request_id', p_credential->'request_id', 'ip', p_credential->'ip', 'user_agent', p_credential->'user_agent');
end $$;
comment on function auth.authenticate is
  'The principal of a credential {handle, hash, scope, ip, request_id, user_agent, tenant_hints?}, or 401 or 403';
