create or replace function worker.snapshot_sample(p_tenant text, p_size integer)
returns text[]
language plpgsql stable as $$
declare
  v_done text := app.in_tenant(p_tenant);
  v_newest text[];
begin
  -- Ids grow with the time.
  v_newest := array(
    select n.id from app.object_types y
    cross join lateral (
      select o.id from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = y.id order by o.id desc limit p_size) n
    where y.tenant_id = p_tenant);
  return array(
    select n from unnest(v_newest) n
    union
    select a.to_id from app.associations a where a.tenant_id = p_tenant and a.from_id = any (v_newest));
end $$;
comment on function worker.snapshot_sample is
  'The ids of the newest p_size objects of each type, and of those that they refer to by associations';
