create or replace function auth.authenticate_user(p_tenant text, p_credential jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_principal jsonb;
  v_problem text;
  v_noted text;
begin
  -- One statement without calls, as for a key: it is what every call of a user begins with.
  select case
      when app.system_scopes(u.role) is null or exists (
        select 1 from app.role_members m where m.tenant_id = p_tenant and m.user_id = u.id)
        then 'MEMBER'
      when t.status in ('deleted', 'provisioning') then 'INVALID_TOKEN'
      when s.revoked_at is not null
        or least(s.expires_at, s.created_at + t.session_duration) <= clock_timestamp()
        then 'SESSION_REVOKED'
      when s.act is not null and auth.impersonation_over(s.act, s.created_at) is not null
        then 'SESSION_REVOKED'
      when u.banned_at is not null and coalesce(u.banned_until > clock_timestamp(), true)
        then 'USER_BANNED'
      when t.status = 'suspended' then 'TENANT_SUSPENDED'
      when t.status = 'migrating' and t.status_reason is not null and p_credential ? 'change' then 'TENANT_RESTORING'
      when p_credential ? 'tenant_hints'
        and not p_credential->'tenant_hints' <@ jsonb_build_array(t.tenant_id, t.slug)
        then 'TENANT_MISMATCH'
      when t.ip_allowlist <> '{}' and not (p_credential->>'ip')::inet <<= any (t.ip_allowlist)
        then 'IP_NOT_ALLOWED_BY_TENANT'
      when s.act is not null and (not p_credential ? 'impersonable' or p_credential ? 'as_user')
        then 'IMPERSONATED'
      when p_credential->>'scope' in ('user', 'public') then null
      when s.aal = 1 and u.role = any (t.mfa_roles) then 'INSUFFICIENT_AAL'
      when not app.system_permissions(u.role) && array['*', p_credential->>'permission']
        then 'INSUFFICIENT_PERMISSION'
    end,
    jsonb_strip_nulls(p_credential - '{session,user,scope,permission,impersonable,tenant_hints,change,as_user}'
      ::text[] || jsonb_build_object('type', 'user', 'id', u.id, 'user_id', u.id,
        'email', u.email, 'tenant_id', u.tenant_id, 'role', u.role, 'roles', array[u.role],
        'permissions', app.system_permissions(u.role), 'scopes', app.system_scopes(u.role),
        'metadata', u.user_metadata, 'is_anonymous', nullif(u.is_anonymous, false),
        'session_id', s.id, 'aal', 'aal' || s.aal, 'act', s.act)),
    set_config('app.place_shift', app.place_note(p_tenant, t.place_shift, t.place_node), true)
      || set_config('app.plan_noted',
        app.plan_note(p_tenant, t.plan_tier, t.limits, t.is_nearly_full), true)
  into v_problem, v_principal, v_noted
  from app.sessions s
  join app.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join app.tenants t on t.tenant_id = s.tenant_id
  where s.tenant_id = p_tenant and s.id = p_credential->>'session'
    and s.user_id = p_credential->>'user';

  if v_problem = 'MEMBER' then return auth.authenticate_member(p_tenant, p_credential); end if;
  if v_problem is not null or v_principal is null then
    if p_credential->>'session' like 'psn\_%' then
      return auth.authenticate_portal(p_tenant, p_credential);
    end if;
    perform auth.reject(coalesce(v_problem, 'SESSION_REVOKED'), p_credential->>'permission',
      v_principal->'permissions');
  end if;
  if p_credential ? 'as_user' then
    return auth.authenticate_as(p_tenant, p_credential, v_principal);
  end if;
  return v_principal;
end $$;
comment on function auth.authenticate_user is
  'The principal of a user''s access token {session, user}, or 401 or 403: what was revoked, banned or taken away '
  'counts from the very next call';
