create or replace function worker.route_proved(p_id text, p_value text, p_error text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_route app.routes;
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_route from app.routes r where r.id = p_id and r.proof_value = p_value for update;
  if not found then return; end if;
  -- While it was disabled, another tenant may have proved it.
  v_route := app.route_proved(v_route, case when auth.host_holder(v_route.hostname) <> v_route.about_tenant
    then 'The host is the domain of another tenant.' else p_error end);
end $$;
comment on function worker.route_proved is
  'Notes whether the proof of a route was found once more (p_error is null): see app.route_proved. Nothing for a route that has '
  'changed meanwhile';
