create or replace function app.route_shown(p_route app.routes)
returns json
language plpgsql stable as $$
begin
  return app.route_json(p_route, 'operator', (
    select t.status from app.tenants t where t.tenant_id = p_route.about_tenant));
end $$;
comment on function app.route_shown is 'A route of the operator as /admin shows it';
