create or replace function platform.tenant_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_tenant.updated_at, args);
  v_refusal := app.confirm(v_tenant.tenant_id, 'tenant', v_tenant.tenant_id,
    app.tenant_dependencies(v_tenant.tenant_id) || app.dependencies(array[
      row('sandbox', app.sandboxes_used(v_tenant.tenant_id))::app.dependency]),
    case when args @> '{"force":true}' then args->>'confirm_token' end);
  if v_refusal is not null then return v_refusal; end if;

  perform app.tenant_remove(v_tenant, args @> '{"keep_backups":true}',
    coalesce((args->>'keep_journal_days')::integer, 30));
  return json_build_object('id', v_tenant.tenant_id, 'deleted', true);
end $$;
comment on function platform.tenant_delete is 'Delete a tenant and everything in it';
