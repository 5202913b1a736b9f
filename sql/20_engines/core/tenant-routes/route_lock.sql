create or replace function app.route_lock(p_id text)
returns app.routes
language plpgsql volatile as $$
declare v_route app.routes;
begin
  select * into v_route from app.routes r where r.id = p_id for update;
  if found then return v_route; end if;
  if p_id like 'slug:%' or p_id like 'branding:%' then
    perform app.fail(409, 'INVALID_STATE', 'This route follows from the '
      || case when p_id like 'slug:%' then 'slug' else 'branding' end
      || ' of its tenant, and is changed there.');
  end if;
  perform app.not_found('route', p_id);
end $$;
comment on function app.route_lock is
  'A route of the operator, locked; 404, or 409 for one that follows from a tenant';
