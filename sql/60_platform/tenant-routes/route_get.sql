create or replace function platform.route_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_shown json := auth.routes_shown(array[args->>'route_id'], args->'made'->>'own_host');
begin
  if v_shown is null then perform app.not_found('route', args->>'route_id'); end if;
  return v_shown->0;
end $$;
comment on function platform.route_get is 'Returns a route';
