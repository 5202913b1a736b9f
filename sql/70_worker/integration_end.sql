create or replace function worker.integration_end(p_tenant text, p_sync_id text, p_attempts integer, p_error text)
returns boolean
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  return app.integration_end(p_tenant, p_sync_id, p_attempts, p_error);
end $$;
comment on function worker.integration_end is 'Ends a sync, as app.integration_end says';
