create or replace function auth.limits(p_tenant text, p_handle text, p_hash text)
returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'key', k.rate_limit,
    'tenant', coalesce((t.limits->>'requests_per_minute')::integer, p.requests_per_minute))
  from app.tenants t
  join app.plans p using (plan_tier)
  left join app.api_keys k on k.tenant_id = t.tenant_id and k.handle = p_handle
    and k.secret_hash = decode(p_hash, 'hex')
  where t.tenant_id = p_tenant and (p_handle is null or k.id is not null)
$$;
comment on function auth.limits is
  'Requests per minute of a key (none for a user''s token) and of its tenant, null for no limit; '
  'nothing for a wrong secret, so that strangers cannot use up a key''s rate';
