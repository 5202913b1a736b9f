create or replace function api.sandbox_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.sandboxes;
  v_done text;
begin
  perform app.sandbox_caller_check(tenant);
  v_old := app.sandbox_lock(tenant, args->>'sandbox_id');
  v_done := app.journal_write(tenant, 'sandbox.deleted', 'sandbox', v_old.id, null, app.sandbox_json(v_old));
  if v_old.status = 'active' then
    perform app.sandbox_close(tenant, v_old.target_tenant);
    perform app.task_add(tenant, 'sandbox_drop', v_old.target_tenant);
  end if;
  -- The work of one that is being made ends with its record.
  delete from app.sandboxes s where s.tenant_id = tenant and s.id = v_old.id;
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.sandbox_delete is 'Delete a sandbox and everything in it';
