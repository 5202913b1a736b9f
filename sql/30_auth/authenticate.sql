create or replace function auth.authenticate(p_tenant text, p_credential jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_handle text := p_credential->>'handle';
  v_hash bytea := decode(p_credential->>'hash', 'hex');
  v_scope text := p_credential->>'scope';
  v_is_plain boolean;
  v_principal jsonb;
  v_problem text;
  v_noted text;
  v_plan text;
begin
  if p_credential ? 'public' then
    return auth.authenticate_public(p_tenant, p_credential);
  end if;
  -- Only the test that nearly every key passes: each further expression is made ready, and costs, even
  -- where it is not reached. A cluster plans two statements of one table each sooner than a join.
  select k.secret_hash = v_hash and k.revoked_at is null and k.expires_at is null
      and k.ip_allowlist = '{}' and ('*' = any (k.scopes) or v_scope = any (k.scopes)),
    jsonb_build_object('type', 'api_key', 'id', k.id, 'scopes', k.scopes,
      'bound_by_policies', nullif(k.bound_by_policies, true),
      'sees_private', nullif(k.sees_private, true))
  into v_is_plain, v_principal
  from app.api_keys k where k.tenant_id = p_tenant and k.handle = v_handle;
  select v_is_plain and t.ip_allowlist = '{}' and t.status = 'active',
    app.place_note(p_tenant, t.place_shift, t.place_node),
    app.plan_note(p_tenant, t.plan_tier, t.limits, t.is_nearly_full)
  into v_is_plain, v_noted, v_plan
  from app.tenants t where t.tenant_id = p_tenant;
  v_noted := set_config('app.place_shift', v_noted, true)
    || set_config('app.plan_noted', v_plan, true);

  if v_is_plain is not true or v_scope = 'user' or p_credential ? 'tenant_hints' then
    v_problem := auth.key_problem(p_tenant, p_credential);
    if v_problem is not null or v_principal is null then
      perform auth.reject(coalesce(v_problem, 'INVALID_TOKEN'), v_scope, v_principal->'scopes');
    end if;
  end if;
  v_principal := (p_credential
    - '{hash,handle,scope,permission,tenant_hints,change,as_user}'::text[]) || v_principal;
  if p_credential ? 'as_user' then
    return auth.authenticate_as(p_tenant, p_credential, v_principal);
  end if;
  return v_principal;
end $$;
comment on function auth.authenticate is
  'The principal of a credential, or 401 or 403: of an API key {handle, hash}, or of nobody '
  '{public}; each with {scope, permission, ip, request_id, user_agent, tenant_hints?, change?, '
  'as_user?}. auth.authenticate_user is its counterpart for users';
