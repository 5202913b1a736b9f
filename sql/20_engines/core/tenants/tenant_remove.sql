create or replace function app.tenant_remove(
  p_tenant app.tenants, p_keeps_backups boolean default false, p_keep_journal_days integer default 30)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  -- Nothing of it can be reached from here on; the worker removes the rows (worker.tenant_purge).
  update app.tenants t
  set status = 'deleted', deleted_at = v_now, updated_at = v_now
  where t.tenant_id = p_tenant.tenant_id;
  update app.api_keys k set revoked_at = v_now
  where k.tenant_id = p_tenant.tenant_id and k.revoked_at is null;
  perform app.directories_clear(p_tenant.tenant_id);
  perform app.sandboxes_follow(p_tenant.tenant_id, 'deleted');
  perform app.restores_end(p_tenant.tenant_id);
  perform app.erasure_begin(p_tenant.tenant_id, p_keep_journal_days, p_keeps_backups);
  if not p_keeps_backups then perform app.backups_drop(p_tenant.tenant_id); end if;
  v_done := app.journal_write(p_tenant.tenant_id, 'tenant.deleted', 'tenant', p_tenant.tenant_id,
    null, app.tenant_json(p_tenant), p_pending => true);
end $$;
comment on function app.tenant_remove is 'Deletes a locked tenant: at once for its callers, its rows later; with its backups, unless they are kept';
