create or replace function api.integration_sync_await(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_alive timestamptz := clock_timestamp() - interval '30 seconds';
  v_sync app.integration_syncs;
begin
  select * into v_sync from app.integration_syncs s where s.tenant_id = tenant and s.id = args->>'sync_id';
  if v_sync.id is null then perform app.not_found('sync', args->>'sync_id'); end if;
  return json_build_object('sync', app.integration_sync_json(v_sync),
    'is_over', v_sync.status not in ('queued', 'running'),
    'has_worker', exists (select 1 from app.workers w where w.seen_at > v_alive));
end $$;
comment on function api.integration_sync_await is
  'Returns a sync for a caller who waits for its end: {sync, is_over, has_worker}';
