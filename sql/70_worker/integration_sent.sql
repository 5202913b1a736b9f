create or replace function worker.integration_sent(p_tenant text, p_sync_id text, p_attempts integer, p_sent jsonb)
returns json
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}'),
    app.integration_sent(p_tenant, p_sync_id, p_attempts, p_sent);
  return null;
end $$;
comment on function worker.integration_sent is 'Notes what a sync has sent, as app.integration_sent says';
