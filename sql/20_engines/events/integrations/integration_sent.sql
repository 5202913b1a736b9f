create or replace function app.integration_sent(
  p_tenant text, p_sync_id text, p_attempts integer, p_sent jsonb)
returns void
language plpgsql volatile as $$
declare
  v_sync app.integration_syncs := app.integration_hold(p_tenant, p_sync_id, p_attempts);
begin
  insert into app.integration_links (tenant_id, integration_id, object_id, version)
  select p_tenant, v_sync.integration_id, s->>'id', (s->>'version')::integer from jsonb_array_elements(p_sent) s
  where s->>'operation' = 'upsert'
  on conflict (tenant_id, integration_id, object_id) do update set version = excluded.version;
  delete from app.integration_links l
  where l.tenant_id = p_tenant and l.integration_id = v_sync.integration_id and l.object_id = any (array(
    select s->>'id' from jsonb_array_elements(p_sent) s where s->>'operation' = 'delete'));
  update app.integration_syncs s set sent = s.sent + jsonb_array_length(p_sent)
  where s.tenant_id = p_tenant and s.id = p_sync_id;
end $$;
comment on function app.integration_sent is 'Notes what the other side has now, after [{id, version, operation}] were sent: it no longer has what was deleted';
