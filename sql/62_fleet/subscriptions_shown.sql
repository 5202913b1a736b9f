create or replace function auth.subscriptions_shown(
  p_status text, p_limit integer, p_offset integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_found bigint;
  v_page app.subscriptions[];
  v_tenants app.tenants[];
begin
  if p_status is not null then
    v_found := (select count(*) from (
      select 1 from app.subscriptions s where s.status = p_status limit 10001) c);
    v_page := array(
      select row(s.*)::app.subscriptions from app.subscriptions s where s.status = p_status
      order by s.tenant_id desc limit p_limit offset p_offset);
  else
    v_found := (select count(*) from (select 1 from app.subscriptions s limit 10001) c);
    v_page := array(
      select row(s.*)::app.subscriptions from app.subscriptions s
      order by s.tenant_id desc limit p_limit offset p_offset);
  end if;
  v_tenants := array(
    select row(t.*)::app.tenants from app.tenants t
    where t.tenant_id = any (array(select s.tenant_id from unnest(v_page) s)));
  return app.listed_as('subscriptions', (
      select json_agg(app.owner_subscription_json(row(s.*)::app.subscriptions,
        row(t.*)::app.tenants) order by s.tenant_id desc)
      from unnest(v_page) s join unnest(v_tenants) t on t.tenant_id = s.tenant_id),
    v_found);
end $$;
comment on function auth.subscriptions_shown is
  'Subscriptions of all tenants, or of those in a state, the newest tenant first. As their owner: row-level security shows '
  'what is in one tenant at a time';
