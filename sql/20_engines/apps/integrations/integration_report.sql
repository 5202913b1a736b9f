create or replace function app.integration_report(p_integration app.integrations, p_sync app.integration_syncs)
returns void
language plpgsql volatile as $$
declare
  v_tenant constant text := p_sync.tenant_id;
  v_is_out constant boolean := p_integration.sync_direction = 'outbound';
  v_last text;
  v_day timestamptz := clock_timestamp() - interval '1 day';
  v_done text;
begin
  perform app.integration_log(p_sync, case when v_is_out then 'outbound' else 'inbound' end, case p_sync.status
      when 'succeeded' then 'succeeded' when 'partial' then 'partial' else 'failed' end,
    coalesce(p_sync.error, format('%s created, %s updated, %s failed, %s sent', p_sync.created, p_sync.updated,
      p_sync.failed, p_sync.sent)), p_sync.read + p_sync.sent, p_sync.failed);
  select l.id into v_last from app.integration_logs l
  where l.tenant_id = v_tenant and l.integration_id = p_integration.id order by l.id desc offset 1000 limit 1;
  delete from app.integration_logs l
  where l.tenant_id = v_tenant and l.integration_id = p_integration.id and l.id <= v_last;
  select s.id into v_last from app.integration_syncs s
  where s.tenant_id = v_tenant and s.integration_id = p_integration.id order by s.id desc offset 1000 limit 1;
  delete from app.integration_syncs s
  where s.tenant_id = v_tenant and s.integration_id = p_integration.id and s.id <= v_last;
  delete from app.integration_messages m
  where m.tenant_id = v_tenant and m.integration_id = p_integration.id and m.body is null and m.received_at < v_day;
  -- Listeners to this event run one step further in the chain.
  v_done := app.act_as(jsonb_build_object('type', 'system', 'id', 'worker', 'request_id', p_sync.id,
    'causation_depth', 1, 'uncounted', true));
  v_done := app.journal_write(v_tenant,
    case p_sync.status when 'failed' then 'integration.failed' else 'integration.synced' end, 'integration',
    p_integration.id, app.integration_sync_json(p_sync));
  if p_sync.status <> 'failed' then
    delete from app.dead_letters d
    where d.tenant_id = v_tenant and d.source = 'integration' and d.source_id = p_integration.id;
  elsif p_integration.status = 'error' then
    perform app.dead_letter_add(v_tenant, 'integration', p_integration.id, p_sync.id, 'integration_sync',
      jsonb_build_object('integration_id', p_integration.id, 'sync_id', p_sync.id, 'name', p_integration.name),
      p_sync.error, p_integration.failures, 5, p_sync.started_at);
  else
    update app.dead_letters d set status = 'dead'
    where d.tenant_id = v_tenant and d.source = 'integration' and d.record_id = p_sync.id and d.status = 'retrying';
  end if;
end $$;
comment on function app.integration_report is
  'Records the consequences of the end of a sync: a line of the log, its event, and a dead letter '
  'when its integration has failed too often. Removes what is kept no longer: logs and syncs '
  'beyond 1,000, ids of messages after a day';
