create or replace function worker.backup_schedule_walk(p_tenant text, p_id text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_most constant integer := 200;
  v_schedule app.backup_schedules;
  v_tenants text[];
  v_tenant text;
  v_last text;
  v_backup app.backups;
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_schedule from app.backup_schedules s where s.id = p_id for update;
  if not found or v_schedule.walked_to is null then return true; end if;
  v_tenants := array(
    select t.tenant_id from app.tenants t
    where t.status in ('active', 'migrating') and t.tenant_id > v_schedule.walked_to
      and t.tenant_id = coalesce(v_schedule.about_tenant, t.tenant_id)
    order by t.tenant_id limit v_most);
  foreach v_tenant in array v_tenants loop
    -- One that has not had its turn since the last firing needs no second one.
    continue when exists (
      select 1 from app.backups b
      where b.schedule_id = p_id and b.about_tenant = v_tenant and b.status in ('pending', 'running'));
    v_backup := app.backup_add(v_tenant, v_schedule.type, 'schedule', jsonb_build_object(
      'label', v_schedule.label, 'schedule_id', v_schedule.id), v_schedule.expires_in_days,
      v_schedule.created_by);
  end loop;
  v_last := v_tenants[v_most];
  update app.backup_schedules s set walked_to = v_last
  where s.id = p_id;
  return cardinality(v_tenants) < v_most;
end $$;
comment on function worker.backup_schedule_walk is
  'Asks for the backups of the next tenants of a schedule that has fired; true when all have theirs. p_tenant is the word platform';
