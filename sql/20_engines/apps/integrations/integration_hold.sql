create or replace function app.integration_hold(p_tenant text, p_sync_id text, p_attempts integer)
returns app.integration_syncs
language plpgsql volatile as $$
declare
  v_lease timestamptz := clock_timestamp() + interval '20 seconds';
  v_sync app.integration_syncs;
begin
  update app.work w set due_at = v_lease
  where w.tenant_id = p_tenant and w.kind = 'integration' and w.id = p_sync_id and w.attempts = p_attempts;
  if not found then
    raise exception using errcode = 'PT409', message = 'The sync has continued without this attempt.';
  end if;
  select * into v_sync from app.integration_syncs s where s.tenant_id = p_tenant and s.id = p_sync_id for update;
  return v_sync;
end $$;
comment on function app.integration_hold is
  'A sync, locked, whose attempt has 20 more seconds, which its worker renews; raises when another attempt goes on with it';
