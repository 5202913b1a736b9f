create or replace function app.delivery_ids(
  p_tenant text, p_webhook_id text, p_status text, p_event_type text, p_since timestamptz,
  p_limit integer)
returns text[]
language plpgsql stable as $$
declare
  v_low text := coalesce('whd_' || right(app.event_id_from(p_since), 32), '');
begin
  -- By whichever index leads to the fewest: each condition that is an expression would reach none.
  if p_webhook_id is not null then
    return array(
      select d.id from app.webhook_deliveries d
      where d.tenant_id = p_tenant and d.webhook_id = p_webhook_id and d.id >= v_low
        and (p_since is null or d.created_at >= p_since)
        and (p_status is null or d.status = p_status)
        and (p_event_type is null or d.event_type = p_event_type)
      order by d.id desc limit p_limit);
  elsif p_status is not null then
    return array(
      select d.id from app.webhook_deliveries d
      where d.tenant_id = p_tenant and d.status = p_status and d.id >= v_low
        and (p_since is null or d.created_at >= p_since)
        and (p_event_type is null or d.event_type = p_event_type)
      order by d.id desc limit p_limit);
  elsif p_event_type is not null then
    return array(
      select d.id from app.webhook_deliveries d
      where d.tenant_id = p_tenant and d.event_type = p_event_type and d.id >= v_low
        and (p_since is null or d.created_at >= p_since)
      order by d.id desc limit p_limit);
  end if;
  return array(
    select d.id from app.webhook_deliveries d
    where d.tenant_id = p_tenant and d.id >= v_low
      and (p_since is null or d.created_at >= p_since)
    order by d.id desc limit p_limit);
end $$;
comment on function app.delivery_ids is
  'Deliveries of a tenant by webhook, state, name of the event and age, newest first; null is all';
