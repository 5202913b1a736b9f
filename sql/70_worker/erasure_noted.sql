create or replace function worker.erasure_noted(p_tenant text, p_backup_days integer)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_erasure app.erasures;
begin
  select * into v_erasure from app.erasures e
  where e.about_tenant = p_tenant and e.complete_at is null for update;
  if not found then return; end if;
  v_erasure.noted_at := coalesce(v_erasure.noted_at, v_now);
  v_erasure.backups_until := coalesce(v_erasure.backups_until,
    greatest(v_erasure.journal_until, v_now) + make_interval(days => p_backup_days));
  update app.erasures e set noted_at = v_erasure.noted_at, backups_until = v_erasure.backups_until
  where e.about_tenant = p_tenant;
end $$;
comment on function worker.erasure_noted is
  'Notes that BACKUP_TO knows the erasure of a tenant; every moment of the last p_backup_days can be restored from there';
