create or replace function app.integration_queue(p_tenant text, p_integration_id text, p_trigger text)
returns app.integration_syncs
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_sync app.integration_syncs;
begin
  select * into v_sync from app.integration_syncs s
  where s.tenant_id = p_tenant and s.integration_id = p_integration_id and s.status = 'queued'
  order by s.id desc limit 1;
  -- One that has not begun yet will do: it will see all that there is by then.
  if v_sync.id is not null then return v_sync; end if;
  insert into app.integration_syncs (tenant_id, id, integration_id, trigger, status, created_at)
  values (p_tenant, app.new_id('sync'), p_integration_id, p_trigger, 'queued', v_now)
  returning * into v_sync;
  perform app.work_add(p_tenant, 'integration', v_sync.id, v_now, p_integration_id);
  return v_sync;
end $$;
comment on function app.integration_queue is
  'Queues a sync behind the one that is under way; of syncs that wait there is one at most. The caller holds the lock of the integration';
