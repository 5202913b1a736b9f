create or replace function app.error_room(p_tenant text)
returns boolean
language plpgsql volatile as $$
declare
  v_long_ago timestamptz := clock_timestamp() - interval '90 days';
  v_ids text[];
begin
  if (select count(*) from (
    select 1 from app.error_groups g where g.tenant_id = p_tenant limit 5001) c) <= 5000 then
    return true;
  end if;
  v_ids := array(
    select g.id from app.error_groups g
    where g.tenant_id = p_tenant and g.listed_at < v_long_ago
    order by g.listed_at limit 100);
  perform app.error_bytes_add(p_tenant, -coalesce((
    select sum(s.bytes) from app.error_samples s
    where s.tenant_id = p_tenant and s.error_id = any (v_ids)), 0));
  delete from app.error_groups g where g.tenant_id = p_tenant and g.id = any (v_ids);
  return v_ids <> '{}';
end $$;
comment on function app.error_room is
  'Tells whether a tenant may keep a new error: it has up to 5,000, or some without a report for '
  '90 days, which make room';
