create or replace function platform.restore_into(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_backup app.backups := app.backup_lock(args->>'backup_id');
  v_done text;
begin
  -- A call that is no change of its own has no tenant.
  v_done := app.in_tenant('platform');
  perform app.backup_of_tenant_check(v_backup);
  perform app.backup_whole_check(v_backup, args @> '{"lock":"passphrase"}');
  return app.restore_into(args, v_backup);
end $$;
comment on function platform.restore_into is
  'platform.backup_restore into a living tenant, for a trial: a worker makes it, so its record must stay when the request of a dry '
  'run is undone';
