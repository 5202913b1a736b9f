create or replace function worker.erasure_noted(p_tenant text, p_backup_days integer)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_now timestamptz := clock_timestamp();
begin
  update app.erasures e
  set noted_at = coalesce(e.noted_at, v_now),
    backups_until = coalesce(e.backups_until,
      greatest(e.journal_until, v_now) + make_interval(days => p_backup_days))
  where e.about_tenant = p_tenant and e.complete_at is null;
end $$;
comment on function worker.erasure_noted is
  'Notes that BACKUP_TO knows the erasure of a tenant; every moment of the last p_backup_days can be restored from there';
