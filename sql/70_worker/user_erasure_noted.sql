create or replace function worker.user_erasure_noted(p_tenant text, p_user_id text, p_backup_days integer)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_until timestamptz := v_now + make_interval(days => p_backup_days);
begin
  update app.user_erasures e set noted_at = v_now, backups_until = v_until
  where e.tenant_id = p_tenant and e.user_id = p_user_id and e.noted_at is null;
end $$;
comment on function worker.user_erasure_noted is
  'Notes that BACKUP_TO knows the erasure of a user; every moment of the last p_backup_days can be restored from there';
