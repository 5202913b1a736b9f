create or replace function app.installation_json(p_settings app.installation_settings)
returns json
language sql stable as $$
  select json_build_object('self_serve', p_settings.self_serve,
    'default_plan', p_settings.default_plan, 'read_only', p_settings.read_only,
    'outbound_hold', p_settings.outbound_hold, 'maintenance', p_settings.maintenance,
    'impersonation', p_settings.impersonation, 'backup_alarm_hours', p_settings.backup_alarm_hours,
    'tenant_snapshot_days', p_settings.tenant_snapshot_days, 'updated_at', p_settings.updated_at)
$$;
comment on function app.installation_json is
  'The settings of the installation as /admin shows them; self_serve is null while SELF_SERVE decides';
