create or replace function platform.tenant_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
  v_refusal json;
  v_now timestamptz;
begin
  perform app.unchanged_check(v_tenant.updated_at, args);
  v_refusal := app.confirm(v_tenant.tenant_id, 'tenant', v_tenant.tenant_id,
    app.tenant_dependencies(v_tenant.tenant_id),
    case when args @> '{"force":true}' then args->>'confirm_token' end);
  if v_refusal is not null then return v_refusal; end if;

  v_now := clock_timestamp();
  -- Nothing of it can be reached from here on; the worker removes the rows (worker.tenant_purge).
  update app.tenants t
  set status = 'deleted', deleted_at = v_now, updated_at = v_now
  where t.tenant_id = v_tenant.tenant_id;
  update app.api_keys k set revoked_at = v_now
  where k.tenant_id = v_tenant.tenant_id and k.revoked_at is null;
  perform app.directories_clear(v_tenant.tenant_id);
  perform app.journal_write(v_tenant.tenant_id, 'tenant.deleted', 'tenant', v_tenant.tenant_id,
    null, app.tenant_json(v_tenant), p_pending => true);
  return json_build_object('id', v_tenant.tenant_id, 'deleted', true);
end $$;
comment on function platform.tenant_delete is 'Delete a tenant and everything in it';
