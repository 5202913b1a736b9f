create or replace function app.route_given(
  p_id text, p_tenant text, p_hostname text, p_at timestamptz, p_value text)
returns app.routes
language plpgsql immutable as $$
declare v_route app.routes;
begin
  v_route.id := p_id;
  v_route.about_tenant := p_tenant;
  v_route.hostname := p_hostname;
  v_route.status := 'active';
  v_route.proof := case when p_value is null then 'NONE' else 'TXT' end;
  v_route.proof_value := p_value;
  v_route.created_at := p_at;
  v_route.updated_at := p_at;
  return v_route;
end $$;
comment on function app.route_given is
  'A route that follows from a tenant: from its domain, proved by a TXT record (p_value), or from its slug';
