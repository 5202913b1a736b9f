create or replace function app.route_json(p_route app.routes, p_source text, p_tenant_status text)
returns json
language plpgsql stable as $$
declare
  -- A route to a tenant that answers no calls waits for it.
  v_status text := case when p_route.status = 'active' and p_tenant_status is distinct from 'active' then 'verified'
    else p_route.status end;
begin
  return json_build_object('id', p_route.id, 'hostname', p_route.hostname, 'path_prefix', p_route.path_prefix,
    'tenant_id', p_route.about_tenant, 'source', p_source, 'status', v_status,
    'verification', json_build_object('type', p_route.proof,
      'name', case p_route.proof when 'TXT' then '_insula.' || p_route.hostname
        when 'HTTP' then 'http://' || p_route.hostname || '/.well-known/insula-challenge/' || p_route.proof_value end,
      'value', p_route.proof_value, 'checked_at', p_route.checked_at, 'error', p_route.proof_error,
      'lost_at', p_route.lost_at),
    'tls_status', case when p_route.hostname is null then 'none' when v_status = 'active' then 'allowed' else 'pending' end,
    'created_at', p_route.created_at, 'updated_at', p_route.updated_at);
end $$;
comment on function app.route_json is
  'A route as /admin shows it. p_source says where it comes from: operator, branding or slug';
