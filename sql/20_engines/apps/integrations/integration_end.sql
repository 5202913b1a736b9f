create or replace function app.integration_end(
  p_tenant text, p_sync_id text, p_attempts integer, p_error text)
returns boolean
language plpgsql volatile as $$
declare
  v_most constant integer := 5;  -- syncs that fail one after the other
  v_now timestamptz := clock_timestamp();
  v_sync app.integration_syncs;
  v_integration app.integrations;
  v_error text;
begin
  if not app.work_end(p_tenant, 'integration', p_sync_id, p_attempts) then return false; end if;
  select * into v_sync from app.integration_syncs s where s.tenant_id = p_tenant and s.id = p_sync_id for update;
  v_error := coalesce(p_error, case when v_sync.read > 0 and v_sync.failed = v_sync.read
    then format('All %s records failed; the log says why.', v_sync.failed) end);
  update app.integration_syncs s set error = v_error, finished_at = v_now,
    status = case when v_error is not null then 'failed' when s.failed > 0 then 'partial' else 'succeeded' end
  where s.tenant_id = p_tenant and s.id = p_sync_id returning * into v_sync;
  update app.integrations i set last_sync_at = v_now, error = v_error,
    failures = case when v_error is null then 0 else i.failures + 1 end,
    status = case when v_error is null and i.status = 'error' then 'active'
      when v_error is not null and i.status = 'active' and i.failures + 1 >= v_most then 'error'
      else i.status end
  where i.tenant_id = p_tenant and i.id = v_sync.integration_id returning * into v_integration;
  perform app.integration_report(v_integration, v_sync);
  return true;
end $$;
comment on function app.integration_end is
  'Ends a sync: it has worked, in part, or failed. After five failures in a row the schedule of its integration rests, until one works or '
  'someone sets its status. False when the sync has gone on without this attempt';
