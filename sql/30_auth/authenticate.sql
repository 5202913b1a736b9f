create or replace function auth.authenticate(p_tenant text, p_credential jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_handle text := p_credential->>'handle';
  v_hash bytea := decode(p_credential->>'hash', 'hex');
  v_scope text := p_credential->>'scope';
  v_key record;
  v_tenant record;
  v_is_kept boolean := false;
  v_is_plain boolean;
  v_principal jsonb;
  v_problem text;
  v_noted text;
begin
  if p_credential ? 'public' then
    return auth.authenticate_public(p_tenant, p_credential);
  end if;
  -- Only the test that nearly every key passes: each further expression is made ready, and costs, even
  -- where it is not reached. Two statements of one table each, which a cluster can keep, and which select only
  -- columns: expressions over them are prepared once, here. One PostgreSQL takes as long for a join.
  if app.keeps_statements() and v_handle is not null then
    v_key := app.kept(null::app.api_keys, p_tenant, 'select row(k.*)::app.api_keys as found '
      'from app.api_keys k where k.tenant_id = %L and k.handle = current_setting(''app.given'')', v_handle);
    v_tenant := app.kept(null::app.tenants, p_tenant, 'select row(t.*)::app.tenants as found '
      'from app.tenants t where t.tenant_id = %L', '');
    v_is_kept := not (v_key is null or v_tenant is null);
  end if;
  if not v_is_kept then
    select k.id, k.secret_hash, k.revoked_at, k.expires_at, k.ip_allowlist, k.scopes, k.bound_by_policies,
      k.sees_private
    into v_key from app.api_keys k where k.tenant_id = p_tenant and k.handle = v_handle;
    select t.status, t.ip_allowlist, t.place_shift, t.place_node, t.plan_tier, t.limits, t.is_nearly_full
    into v_tenant from app.tenants t where t.tenant_id = p_tenant;
  end if;
  v_is_plain := v_key.secret_hash = v_hash and v_key.revoked_at is null and v_key.expires_at is null
    and v_key.ip_allowlist = '{}' and ('*' = any (v_key.scopes) or v_scope = any (v_key.scopes))
    and v_tenant.ip_allowlist = '{}' and v_tenant.status = 'active';
  v_noted :=
    set_config('app.place_shift',
      app.place_note(p_tenant, v_tenant.place_shift, v_tenant.place_node), true)
    || set_config('app.plan_noted',
      app.plan_note(p_tenant, v_tenant.plan_tier, v_tenant.limits, v_tenant.is_nearly_full), true);
  if v_key.id is not null then
    v_principal := jsonb_build_object('type', 'api_key', 'id', v_key.id, 'scopes', v_key.scopes,
      'bound_by_policies', nullif(v_key.bound_by_policies, true),
      'sees_private', nullif(v_key.sees_private, true));
  end if;

  if v_is_plain is not true or v_scope = 'user' or p_credential ? 'tenant_hints' then
    v_problem := auth.key_problem(p_tenant, p_credential);
    if v_problem is not null or v_principal is null then
      perform auth.reject(coalesce(v_problem, 'INVALID_TOKEN'), v_scope, v_principal->'scopes');
    end if;
  end if;
  v_principal := (p_credential
    - '{hash,handle,scope,permission,impersonable,tenant_hints,change,as_user}'::text[]) || v_principal;
  if p_credential ? 'as_user' then
    return auth.authenticate_as(p_tenant, p_credential, v_principal);
  end if;
  return v_principal;
end $$;
comment on function auth.authenticate is
  'Returns the principal of a credential, or 401 or 403: of an API key {handle, hash}, or of a '
  'visitor {public}; each with {scope, permission, ip, request_id, user_agent, tenant_hints?, '
  'change?, as_user?}. auth.authenticate_user is its counterpart for users';
