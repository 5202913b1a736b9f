create or replace function worker.stagings_left()
returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_since timestamptz := clock_timestamp() - interval '10 minutes';
begin
  return array(
    select t.tenant_id from app.tenants t
    where t.status = 'provisioning' and (t.status_reason = 'removed' or t.updated_at < v_since)
    order by t.tenant_id);
end $$;
comment on function worker.stagings_left is
  'Tenants that were being loaded, by processes that have died, and those whose removal was interrupted: worker.staging_drop '
  'removes them';
