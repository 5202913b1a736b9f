create or replace function api.integration_try(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_integration app.integrations := app.integration_find(tenant, args->>'integration_id');
  v_now timestamptz := clock_timestamp();
  v_result jsonb := app.integration_write(v_integration, args->'made');
begin
  return json_build_object('sync_id', null, 'integration_id', v_integration.id, 'status', case
      when (v_result->>'failed')::integer > 0 then 'partial' else 'succeeded' end, 'trigger', 'manual',
    'records_read', jsonb_array_length(args->'made'->'rows') + (args->'made'->'rejected'->>'count')::integer,
    'records_created', jsonb_array_length(v_result->'created'), 'records_updated', jsonb_array_length(v_result->'updated'),
    'records_failed', v_result->'failed', 'records_sent', 0, 'error', null, 'started_at', v_now, 'finished_at', v_now,
    'errors', v_result->'errors', 'rows', (
      select coalesce(json_agg(json_build_object('operation', case when v_result->'created' ? o.id::text
        then 'create' else 'update' end, 'properties', o.properties) order by o.id), '[]')
      from app.objects o
      where o.tenant_id = tenant and o.object_type_id = v_integration.object_type_id
        and (v_result->'created' ? o.id::text or v_result->'updated' ? o.id::text)));
end $$;
comment on function api.integration_try is
  'Shows the effect of a sync on its first records: called as a dry run, so that nothing of it '
  'stays';
