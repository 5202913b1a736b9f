create or replace function api.integration_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.integrations := app.integration_find(tenant, args->>'integration_id');
  v_before json;
  v_done text;
begin
  -- In the order in which a sync locks: what is queued, then the integration.
  perform from app.work w
  where w.tenant_id = tenant and w.kind = 'integration' and w.serial_key = v_old.id for update;
  v_old := app.integration_lock(tenant, v_old.id);
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_before := app.integration_json(v_old);
  delete from app.work w
  where w.tenant_id = tenant and w.kind = 'integration' and w.serial_key = v_old.id;
  delete from app.dead_letters d
  where d.tenant_id = tenant and d.source = 'integration' and d.source_id = v_old.id;
  perform app.schedule_remove(tenant, 'integration', v_old.id);
  if v_old.provider = 'webhook_inbound' then
    perform app.address_drop(tenant, '/hooks/' || v_old.id);
  end if;
  delete from app.integrations i where i.tenant_id = tenant and i.id = v_old.id;
  v_done := app.journal_write(tenant, 'integration.deleted', 'integration', v_old.id, null, v_before);
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function api.integration_delete is 'Delete an integration and its logs';
