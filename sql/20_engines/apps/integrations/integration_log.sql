create or replace function app.integration_log(
  p_sync app.integration_syncs, p_direction text, p_status text, p_message text, p_processed integer, p_failed integer,
  p_error jsonb default null)
returns void
language plpgsql volatile as $$
declare
  -- Not within the statement: a cluster does not read its own CASE of a parameter.
  v_level text := case p_status when 'failed' then 'error' when 'partial' then 'warn' else 'info' end;
  v_id text := app.new_id('ilog');
  v_now timestamptz := clock_timestamp();
begin
  insert into app.integration_logs (tenant_id, id, integration_id, sync_id, level, direction, status, message,
    records_processed, records_failed, error, created_at)
  values (p_sync.tenant_id, v_id, p_sync.integration_id, p_sync.id,
    v_level, p_direction, p_status,
    left(p_message, 1000), p_processed, p_failed, p_error, v_now);
end $$;
comment on function app.integration_log is 'Writes a line of the log of an integration';
