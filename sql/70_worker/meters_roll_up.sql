create or replace function worker.meters_roll_up(p_after text, p_limit integer)
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  -- East of everywhere: no tenant's days end sooner.
  v_since app.meter_bounds := app.meter_bounds('Pacific/Kiritimati', v_now);
  v_tenants text[];
  v_tenant text;
begin
  v_tenants := array(
    select t.tenant_id from app.tenants t
    where t.tenant_id > p_after
      and exists (
        select 1 from app.meters m
        where m.tenant_id = t.tenant_id
          and (m.grain = 'hour' and m.since < v_since.hours
            or m.grain = 'day' and m.since < v_since.days
            or m.grain = 'month' and m.since < v_since.months))
    order by t.tenant_id limit p_limit);
  foreach v_tenant in array v_tenants loop
    perform app.meters_roll_up(v_tenant, v_now);
  end loop;
  if cardinality(v_tenants) < p_limit then
    delete from app.meter_writers w where w.seen_at < v_now - interval '1 day';
    return null;
  end if;
  return v_tenants[p_limit];
end $$;
comment on function worker.meters_roll_up is
  'Once an hour: rolls up the meters of the next p_limit tenants after p_after that have any to roll up; '
  'the last of them, or null when there are no more';
