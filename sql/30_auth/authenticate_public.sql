create or replace function auth.authenticate_public(p_tenant text, p_credential jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_problem text;
  v_noted text;
begin
  select case
      when t.status in ('deleted', 'provisioning') then 'TENANT_NOT_FOUND'
      when t.status = 'suspended' then 'TENANT_SUSPENDED'
      when t.status = 'migrating' and t.status_reason is not null and p_credential ? 'change' then 'TENANT_RESTORING'
      when p_credential ? 'tenant_hints'
        and not p_credential->'tenant_hints' <@ jsonb_build_array(t.tenant_id, t.slug)
        then 'TENANT_MISMATCH'
      when t.ip_allowlist <> '{}' and not (p_credential->>'ip')::inet <<= any (t.ip_allowlist)
        then 'IP_NOT_ALLOWED_BY_TENANT'
    end, set_config('app.place_shift', app.place_note(p_tenant, t.place_shift, t.place_node), true)
  into v_problem, v_noted
  from app.tenants t where t.tenant_id = p_tenant;
  if v_problem is not null or not found then
    perform auth.reject(coalesce(v_problem, 'TENANT_NOT_FOUND'));
  end if;
  return p_credential - '{public,scope,permission,impersonable,tenant_hints,change}'::text[]
    || '{"type": "public", "id": "public", "scopes": []}';
end $$;
comment on function auth.authenticate_public is
  'The principal of a call without a token, which sign-ins are: it may do what its route does';
