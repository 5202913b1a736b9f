create or replace function app.route_lock(p_id text)
returns app.routes
language plpgsql volatile as $$
declare v_route app.routes;
begin
  select * into v_route from app.routes r where r.id = p_id for update;
  if not found then perform app.not_found('route', p_id); end if;
  return v_route;
end $$;
comment on function app.route_lock is 'A route of the operator, locked; 404';
