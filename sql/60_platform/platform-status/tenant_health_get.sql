create or replace function platform.tenant_health_get(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;
  v_id text := args->>'tenant_id';
  v_tenant app.tenants;
  v_now timestamptz := clock_timestamp();
  v_queued bigint;
  v_oldest timestamptz;
  v_dead bigint;
  v_failing bigint;
  v_pending timestamptz;
  v_backup timestamptz;
  v_alarm interval := make_interval(hours => (app.installation()).backup_alarm_hours);
  v_checks jsonb[];
begin
  select * into v_tenant from app.tenants t where t.tenant_id = v_id;
  if not found then perform app.not_found('tenant', v_id); end if;
  select count(*), min(q.due_at) into v_queued, v_oldest
  from (select w.due_at from app.work w where w.tenant_id = v_id limit v_most) q;
  select count(*) into v_dead from (
    select 1 from app.dead_letters d where d.tenant_id = v_id and d.status = 'dead' limit v_most) d;
  select count(*) into v_failing from app.webhooks w where w.tenant_id = v_id and w.status = 'disabled';
  select min(j.created_at) into v_pending from app.journal j where j.tenant_id = v_id and j.pending;
  -- Along the key, and no further than the newest 10,000 of all tenants.
  select max(b.finished_at) into v_backup from (
    select * from app.backups n order by n.id desc limit v_most) b
  where b.about_tenant = v_id and b.status = 'completed' and b.source <> 'undo';
  v_checks := array[
    app.health_check('status', case when v_tenant.status = 'active' then 'ok' else 'warning' end,
      to_jsonb(v_tenant.status), 'The tenant is ' || v_tenant.status || '.'),
    app.health_check('queue', case when v_oldest < v_now - interval '5 minutes' then 'warning' else 'ok' end,
      to_jsonb(v_queued), format('%s queued; the oldest is due since the time in since.', v_queued), v_oldest),
    app.health_check('dead_letters', case when v_dead > 0 then 'warning' else 'ok' end, to_jsonb(v_dead),
      format('%s dead letters: GET /admin/dlq?tenant_id= lists them.', v_dead)),
    app.health_check('webhooks', case when v_failing > 0 then 'warning' else 'ok' end, to_jsonb(v_failing),
      format('%s webhooks were disabled because their targets failed.', v_failing)),
    app.health_check('plan', case when v_tenant.is_nearly_full then 'warning' else 'ok' end,
      to_jsonb(v_tenant.plan_tier), case when v_tenant.is_nearly_full
        then 'More than 80 % of a limit is used.' else 'All limits have room.' end),
    app.health_check('feed', case when v_pending < v_now - interval '1 minute' then 'warning' else 'ok' end,
      to_jsonb(coalesce(extract(epoch from v_now - v_pending), 0)),
      'Seconds that the oldest event has not been given to webhooks and automations.', v_pending),
    app.health_check('backup_age', case when v_backup < v_now - v_alarm then 'warning' else 'ok' end,
      to_jsonb(extract(epoch from v_now - v_backup)), case when v_backup is null
        then 'No backup of this tenant by itself.' else 'Seconds since the newest backup of this tenant.' end,
      v_backup)]::jsonb[];
  return json_build_object('ok', not exists (select 1 from unnest(v_checks) c where c->>'level' <> 'ok'),
    'checks', to_json(v_checks));
end $$;
comment on function platform.tenant_health_get is 'Get the health of a tenant';
