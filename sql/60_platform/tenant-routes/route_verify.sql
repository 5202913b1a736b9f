create or replace function platform.route_verify(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_route app.routes := app.route_lock(auth.route_own(args->>'route_id'));
  v_error text := args->'made'->>'error';
begin
  if v_route.hostname is null then return app.route_shown(v_route); end if;
  if v_route.proof_value is distinct from args->'made'->>'value' then
    perform app.fail(409, 'CONFLICT', 'The route was changed while its proof was being looked up. Repeat the request.');
  end if;
  if v_error is null then
    perform app.route_free_check(v_route.hostname, v_route.about_tenant, auth.host_holder(v_route.hostname));
  end if;
  return app.route_shown(app.route_proved(v_route, v_error));
end $$;
comment on function platform.route_verify is 'Records whether the proof of a route was found';
