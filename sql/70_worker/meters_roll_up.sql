create or replace function worker.meters_roll_up(p_after text, p_limit integer)
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_tenants text[];
  v_tenant text;
begin
  v_tenants := array(
    select t.tenant_id from app.tenants t
    where t.tenant_id > p_after
      and exists (select 1 from app.meters m where m.tenant_id = t.tenant_id)
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
  'Once an hour: adds the hours of the next p_limit tenants after p_after to days and their days to '
  'months; the last of them, or null when there are no more';
