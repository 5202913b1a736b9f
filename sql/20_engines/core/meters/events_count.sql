create or replace function app.events_count(
  p_tenant text, p_ids text[], p_types text[], p_hours timestamp[], p_counted text[])
returns void
language plpgsql volatile as $$
declare
  v_new app.meters;
  v_hour record;
begin
  -- The journal of a deleted tenant stays, and is sealed; nothing else of it comes back. That of one being loaded happened elsewhere.
  if exists (select 1 from app.tenants t where t.tenant_id = p_tenant and t.status in ('deleted', 'provisioning')) then
    return;
  end if;
  for v_hour in
    select n.hour, sum(n.number)::bigint as total, json_object_agg(n.type, n.number)::jsonb as counts
    from (
      select r.hour, r.type, count(*) as number
      from unnest(p_ids, p_types, p_hours) r(id, type, hour)
      where r.id = any (p_counted) group by r.hour, r.type) n
    group by n.hour order by n.hour
  loop
    v_new := null;
    v_new.tenant_id := p_tenant;
    v_new.grain := 'hour';
    v_new.since := v_hour.hour;
    v_new.events := v_hour.total;
    v_new.types := v_hour.counts;
    perform app.meter_add(v_new);
  end loop;
end $$;
comment on function app.events_count is
  'Adds rows of the journal, those of p_counted among them, to the events of their hours';
