create or replace function app.meters_read(p_tenant text, p_period app.meter_period)
returns app.meters[]
language plpgsql stable as $$
begin
  return array(
    select row(m.*)::app.meters from app.meters m
    where m.tenant_id = p_tenant
      and (m.grain = 'hour' and m.since >= p_period.since at time zone 'UTC'
        or not p_period.is_hours and m.grain in ('day', 'month')
          and m.since >= p_period.since at time zone p_period.timezone));
end $$;
comment on function app.meters_read is 'The meters of a tenant from the beginning of a period on';
