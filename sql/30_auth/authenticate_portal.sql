create or replace function auth.authenticate_portal(p_tenant text, p_credential jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_problem text;
  v_type text := (app.portal_type(p_tenant)).id;
  v_session app.portal_sessions;
  v_contact json;
  v_noted text;
begin
  select case
      when t.status in ('deleted', 'provisioning') then 'INVALID_TOKEN'
      when t.status = 'suspended' then 'TENANT_SUSPENDED'
      when t.status = 'migrating' and t.status_reason is not null and p_credential ? 'change' then 'TENANT_RESTORING'
      when p_credential ? 'tenant_hints'
        and not p_credential->'tenant_hints' <@ jsonb_build_array(t.tenant_id, t.slug)
        then 'TENANT_MISMATCH'
      when t.ip_allowlist <> '{}' and not (p_credential->>'ip')::inet <<= any (t.ip_allowlist)
        then 'IP_NOT_ALLOWED_BY_TENANT'
    end, set_config('app.place_shift', app.place_note(p_tenant, t.place_shift, t.place_node), true)
      || set_config('app.plan_noted',
        app.plan_note(p_tenant, t.plan_tier, t.limits, t.is_nearly_full), true)
  into v_problem, v_noted
  from app.tenants t where t.tenant_id = p_tenant;
  if v_problem is not null then perform auth.reject(v_problem); end if;

  select * into v_session from app.portal_sessions s
  where s.tenant_id = p_tenant and s.id = p_credential->>'session'
    and s.object_id = p_credential->>'user' and s.object_type_id = v_type
    and s.revoked_at is null and s.expires_at > clock_timestamp();
  if found then v_contact := app.portal_contact(p_tenant, v_session.object_type_id, v_session.object_id); end if;
  if v_contact is null then perform auth.reject('SESSION_REVOKED'); end if;
  if p_credential->>'permission' is distinct from 'portal' then perform auth.reject('PORTAL'); end if;
  return jsonb_strip_nulls(
    p_credential - '{session,user,scope,permission,impersonable,tenant_hints,change,as_user}'::text[]
      || jsonb_build_object('type', 'portal', 'id', v_session.object_id,
        'contact_id', v_session.object_id, 'object_type_id', v_session.object_type_id,
        'email', v_contact->'email', 'tenant_id', p_tenant, 'role', 'portal', 'roles', array['portal'],
        'permissions', '{}'::text[], 'scopes', '{}'::text[], 'session_id', v_session.id,
        'capabilities', v_session.capabilities, 'expires_at', v_session.expires_at));
end $$;
comment on function auth.authenticate_portal is
  'The principal of a contact''s access token {session, user}: 401 once the session has ended, the contact is in the trash or the '
  'portal is switched off, all from the very next call; 403 for everything but what is the portal''s own';
