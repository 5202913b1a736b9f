create or replace function worker.works_mute(
  p_tenant text, p_kind text, p_until timestamptz, p_limit integer)
returns integer
language plpgsql volatile as $$
declare
  v_why constant text := app.outbound_off_text();
  v_now timestamptz := clock_timestamp();
  v_ids text[] := array(
    select w.id from app.work w
    where w.tenant_id = p_tenant and w.kind = p_kind and w.due_at <= v_now and w.created_at <= p_until
      and (p_kind = 'webhook' or not exists (
        select 1 from app.integration_syncs s join app.integrations i
          on i.tenant_id = s.tenant_id and i.id = s.integration_id
        where s.tenant_id = p_tenant and s.id = w.id and i.provider = 'webhook_inbound'))
    order by w.due_at, w.id limit p_limit for update skip locked);
begin
  if v_ids = '{}' then return 0; end if;
  delete from app.work w where w.tenant_id = p_tenant and w.kind = p_kind and w.id = any (v_ids);
  if p_kind = 'webhook' then
    update app.webhook_deliveries d set status = 'muted', error = v_why, next_attempt_at = null,
      completed_at = v_now
    where d.tenant_id = p_tenant and d.id = any (v_ids);
  else
    update app.integration_syncs s set status = 'skipped', error = v_why, finished_at = v_now
    where s.tenant_id = p_tenant and s.id = any (v_ids) and s.status in ('queued', 'running');
  end if;
  update app.dead_letters d set status = 'dead'
  where d.tenant_id = p_tenant and d.source = p_kind and d.record_id = any (v_ids)
    and d.status = 'retrying';
  return cardinality(v_ids);
end $$;
comment on function worker.works_mute is
  'Ends up to p_limit due works of a tenant that were queued until p_until and only call another server, '
  'webhook or integration, without doing them; an integration that only takes what has arrived goes on. Returns how many';
