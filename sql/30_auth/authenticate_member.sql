create or replace function auth.authenticate_member(p_tenant text, p_credential jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb;
  v_problem text;
begin
  select case
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
      when s.aal = 1 and t.mfa_roles && g.roles then 'INSUFFICIENT_AAL'
      when not app.permission_covers(g.permissions, p_credential->>'permission')
        then 'INSUFFICIENT_PERMISSION'
    end,
    auth.user_principal(row(u.*)::app.users, g.roles, g.permissions)
      || (p_credential - '{session,user,scope,permission,impersonable,tenant_hints,change,as_user}'::text[])
      || jsonb_build_object('session_id', s.id, 'aal', 'aal' || s.aal)
      || case when s.act is null then '{}' else jsonb_build_object('act', s.act) end
  into v_problem, v_principal
  from app.sessions s
  join app.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join app.tenants t on t.tenant_id = s.tenant_id
  cross join lateral auth.user_roles(row(u.*)::app.users) g
  where s.tenant_id = p_tenant and s.id = p_credential->>'session'
    and s.user_id = p_credential->>'user';

  if v_problem is not null or v_principal is null then
    perform auth.reject(coalesce(v_problem, 'SESSION_REVOKED'), p_credential->>'permission',
      v_principal->'permissions');
  end if;
  if p_credential ? 'as_user' then
    return auth.authenticate_as(p_tenant, p_credential, v_principal);
  end if;
  return v_principal;
end $$;
comment on function auth.authenticate_member is
  'auth.authenticate_user for who has roles beside a fixed base role, or a base role of the '
  'tenant''s own';
