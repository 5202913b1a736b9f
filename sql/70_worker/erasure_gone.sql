create or replace function worker.erasure_gone(p_tenant text, p_backup_days integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_erasure app.erasures;
begin
  select * into v_erasure from app.erasures e
  where e.about_tenant = p_tenant and e.complete_at is null and e.cleared_at is not null
    and e.journal_until <= v_now;
  if not found or exists (select 1 from app.journal j where j.tenant_id = p_tenant) then return null; end if;
  if v_erasure.gone_at is null then
    v_erasure.gone_at := v_now;
    if p_backup_days is not null then
      v_erasure.backups_until := v_now + make_interval(days => p_backup_days);
    end if;
    update app.erasures e set gone_at = v_erasure.gone_at, backups_until = v_erasure.backups_until
    where e.about_tenant = p_tenant;
    -- The tombstone keeps its id, so that no restore takes it, and nothing that tells whose it was.
    update app.tenants t
    set name = t.tenant_id, slug = lower(replace(t.tenant_id, '_', '-')), owner_email = null, status_reason = null,
      metadata = '{}', features = '{}', limits = '{}', ip_allowlist = '{}', updated_at = v_now
    where t.tenant_id = p_tenant and t.status = 'deleted';
    -- The operator's audit log keeps who did something to it, what and when.
    update app.platform_audits a set before = null, after = null
    where a.about_tenant = p_tenant and (a.before is not null or a.after is not null);
  end if;
  return json_build_object('gone_at', app.utc(v_erasure.gone_at),
    'is_due', v_erasure.backups_until is null or v_erasure.backups_until <= v_now);
end $$;
comment on function worker.erasure_gone is
  'Notes that nothing of a deleted tenant is left in the database, and blanks the tombstone and the values in the operator''s audit log; '
  'base backups hold it for p_backup_days more. Returns {gone_at, is_due}, null while its journal is there';
