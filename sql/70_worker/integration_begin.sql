create or replace function worker.integration_begin(p_tenant text, p_sync_id text, p_attempts integer)
returns json
language plpgsql volatile as $$
declare
  v_sync app.integration_syncs;
  v_integration app.integrations;
  v_principal jsonb;
  v_now timestamptz := clock_timestamp();
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  perform from app.work w where w.tenant_id = p_tenant and w.kind = 'integration' and w.id = p_sync_id
    and w.attempts = p_attempts for update;
  if not found then return null; end if;  -- another worker has it
  update app.integration_syncs s set attempt = p_attempts, status = 'running', started_at = coalesce(s.started_at, v_now)
  where s.tenant_id = p_tenant and s.id = p_sync_id and s.status in ('queued', 'running')
  returning * into v_sync;
  if not found then
    perform app.work_end(p_tenant, 'integration', p_sync_id, p_attempts);
    return null;
  end if;
  v_integration := app.integration_find(p_tenant, v_sync.integration_id);
  v_principal := app.integration_principal(v_integration, p_sync_id);
  if v_integration.status = 'paused' then
    perform app.work_end(p_tenant, 'integration', p_sync_id, p_attempts);
    update app.integration_syncs s set status = 'skipped', finished_at = v_now,
      error = 'The integration was paused before it was run.'
    where s.tenant_id = p_tenant and s.id = p_sync_id;
    return null;
  elsif v_principal is null then
    perform app.integration_end(p_tenant, p_sync_id, p_attempts, app.nobody_text());
    return null;
  elsif p_attempts > 10 then
    perform app.integration_end(p_tenant, p_sync_id, p_attempts, 'Every attempt was interrupted.');
    return null;
  end if;
  perform app.integration_keys_note(v_integration),
    app.act_as(v_principal);
  begin
    return json_build_object('principal', v_principal, 'read', v_sync.read, 'source', app.integration_source(v_integration));
  exception when others then
    if sqlstate !~ '^PT4' then raise; end if;
    perform app.act_as('{"type":"system","id":"worker"}'),
      app.integration_end(p_tenant, p_sync_id, p_attempts, sqlerrm);
    return null;
  end;
end $$;
comment on function worker.integration_begin is
  'Begins an attempt of a sync: {principal, read, source}, or null when there is nothing to do: it has another worker, has ended, its '
  'integration is paused, or no one to act as';
