create or replace function app.route_proved(p_route app.routes, p_error text)
returns app.routes
language plpgsql volatile as $$
declare
  v_patience constant interval := '7 days';
  v_now timestamptz := clock_timestamp();
  v_new app.routes := p_route;
begin
  v_new.checked_at := v_now;
  v_new.proof_error := p_error;
  if p_error is null then
    v_new.proved_at := v_now;
    v_new.lost_at := null;
    if v_new.status = 'pending' or p_route.lost_at is not null then v_new.status := 'active'; end if;
  -- One that the operator has disabled has not lost its proof: it would come back with that.
  elsif p_route.proved_at is not null and (p_route.status <> 'disabled' or p_route.lost_at is not null) then
    v_new.lost_at := coalesce(p_route.lost_at, v_now);
    if v_new.lost_at <= v_now - v_patience then v_new.status := 'disabled'; end if;
  end if;
  return app.route_save(p_route, v_new);
end $$;
comment on function app.route_proved is
  'Notes of a locked route whether its proof was found (p_error is null): the first time activates it; one that is lost for 7 days '
  'is disabled, until it is found again. One that the operator has disabled stays so';
