create or replace function worker.integration_changes(
  p_tenant text, p_sync_id text, p_attempts integer, p_principal jsonb, p_after text)
returns json
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, p_principal);
  return app.integration_changes(p_tenant, p_sync_id, p_attempts, p_after);
end $$;
comment on function worker.integration_changes is
  'Returns the changes that a sync has to send, as app.integration_changes does';
