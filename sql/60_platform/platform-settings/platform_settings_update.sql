create or replace function platform.platform_settings_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.installation_settings := app.installation_lock();
  v_new app.installation_settings := v_old;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  perform app.plan_check('default_plan', args->>'default_plan');
  perform app.plan_hold(args->>'default_plan');
  if args ? 'self_serve' then v_new.self_serve := (args->>'self_serve')::boolean; end if;
  if args ? 'default_plan' then v_new.default_plan := args->>'default_plan'; end if;
  if args ? 'maintenance' then
    v_new.maintenance := '{"until": null}'::jsonb || nullif(args->'maintenance', 'null');
    if (v_new.maintenance->>'until')::timestamptz <= clock_timestamp() and v_new.maintenance is distinct from v_old.maintenance then
      perform app.invalid('maintenance.until', 'past', 'must be in the future');
    end if;
  end if;
  v_new.read_only := coalesce((args->>'read_only')::boolean, v_old.read_only);
  v_new.outbound_hold := coalesce((args->>'outbound_hold')::boolean, v_old.outbound_hold);
  v_new.backup_alarm_hours := coalesce((args->>'backup_alarm_hours')::integer, v_old.backup_alarm_hours);
  v_new.tenant_snapshot_days := coalesce((args->>'tenant_snapshot_days')::integer, v_old.tenant_snapshot_days);
  v_new.impersonation := coalesce((args->>'impersonation')::boolean, v_old.impersonation);
  if v_new = v_old then return app.installation_json(v_old); end if;
  perform app.outbound_set(v_new.outbound_hold);
  v_now := clock_timestamp();
  if v_old.impersonation and not v_new.impersonation then v_new.impersonation_ended_at := v_now; end if;
  update app.installation_settings s set self_serve = v_new.self_serve, default_plan = v_new.default_plan,
    read_only = v_new.read_only, maintenance = v_new.maintenance,
    impersonation = v_new.impersonation, impersonation_ended_at = v_new.impersonation_ended_at,
    backup_alarm_hours = v_new.backup_alarm_hours, tenant_snapshot_days = v_new.tenant_snapshot_days, updated_at = v_now
  returning * into v_new;
  perform app.owner_journal('platform_settings.updated', 'installation', app.installation_json(v_new),
    app.installation_json(v_old));
  return app.installation_json(v_new);
end $$;
comment on function platform.platform_settings_update is 'Changes the settings of the installation';
