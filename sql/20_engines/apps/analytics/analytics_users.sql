create or replace function app.analytics_users(
  p_tenant text, p_period app.meter_period, p_events jsonb, p_meters app.meters[])
returns json
language plpgsql stable as $$
declare
  v_total bigint;
  v_active bigint;
begin
  select count(*) into v_total from app.users u where u.tenant_id = p_tenant;
  select count(distinct s.user_id) into v_active from app.sessions s
  where s.tenant_id = p_tenant and s.last_active_at >= p_period.since;
  return json_build_object('total', v_total, 'active', v_active,
    'new', app.count_in(p_events, 'user.created'), 'by_day', app.meter_days(p_meters, p_period, true));
end $$;
comment on function app.analytics_users is
  'The users of a tenant: how many there are, how many of them were there in a period, and the new '
  'ones of each of its days';
