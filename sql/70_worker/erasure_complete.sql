create or replace function worker.erasure_complete(p_tenant text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_erasure app.erasures;
  v_statement text;
begin
  select * into v_erasure from app.erasures e
  where e.about_tenant = p_tenant and e.complete_at is null and e.cleared_at is not null
    and e.journal_until <= v_now;
  if not found or exists (select 1 from app.journal j where j.tenant_id = p_tenant) then return; end if;
  v_statement := json_build_object('format', 'insula-erasure/1', 'tenant_id', p_tenant,
    'requested_at', v_erasure.requested_at, 'complete_at', v_now, 'rows', v_erasure.rows,
    'files', v_erasure.files, 'bytes', v_erasure.bytes, 'snapshots_deleted', v_erasure.snapshots_deleted);
  update app.erasures e set complete_at = v_now, statement = v_statement where e.about_tenant = p_tenant;
  -- The tombstone keeps its id, so that no restore takes it, and nothing that tells whose it was.
  update app.tenants t
  set name = t.tenant_id, slug = lower(replace(t.tenant_id, '_', '-')), owner_email = null, status_reason = null,
    metadata = '{}', features = '{}', limits = '{}', ip_allowlist = '{}', updated_at = v_now
  where t.tenant_id = p_tenant and t.status = 'deleted';
  -- The operator's audit log keeps who did something to it, what and when.
  update app.platform_audits a set before = null, after = null
  where a.about_tenant = p_tenant and (a.before is not null or a.after is not null);
end $$;
comment on function worker.erasure_complete is
  'Completes the erasure of a tenant of which nothing is left: makes its statement, and blanks the tombstone and the values in the operator''s audit log';
