create or replace function app.integration_take(
  p_tenant text, p_sync_id text, p_attempts integer, p_page jsonb, p_cursor jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_sync app.integration_syncs := app.integration_hold(p_tenant, p_sync_id, p_attempts);
  v_result jsonb := app.integration_write(app.integration_find(p_tenant, v_sync.integration_id), p_page);
  v_error jsonb;
begin
  for v_error in select e from jsonb_array_elements(v_result->'errors') e
    limit greatest(0, 100 - v_sync.failed)
  loop
    perform app.integration_log(v_sync, 'inbound', 'failed', format('Record %s%s: %s', v_error->>'row',
      coalesce(', ' || (v_error->>'property'), ''), v_error->>'message'), 1, 1, v_error);
  end loop;
  update app.integration_syncs s set
    read = s.read + jsonb_array_length(p_page->'rows') + (p_page->'rejected'->>'count')::integer,
    created = s.created + jsonb_array_length(v_result->'created'),
    updated = s.updated + jsonb_array_length(v_result->'updated'),
    failed = s.failed + (v_result->>'failed')::integer
  where s.tenant_id = p_tenant and s.id = p_sync_id;
  update app.integrations i set cursor = p_cursor
  where i.tenant_id = p_tenant and i.id = v_sync.integration_id;
  update app.integration_messages m set body = null, faults = null
  where m.tenant_id = p_tenant and m.integration_id = v_sync.integration_id
    and m.id in (select jsonb_array_elements_text(p_page->'taken'));
  return v_result;
end $$;
comment on function app.integration_take is
  'Writes a page of a sync, and where the next one begins, in one transaction: after a crash the sync goes on there. Of records that fail '
  'the first 100 are in the log, with the reason';
