create or replace function platform.backup_cancel(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.backups := app.backup_lock(args->>'backup_id');
  v_now timestamptz := clock_timestamp();
  v_new app.backups;
begin
  if v_old.status not in ('pending', 'running') then
    perform app.fail(409, 'INVALID_STATE', format(
      'This backup is %s already: only one that is pending or running can be cancelled.', v_old.status));
  end if;
  update app.backups b set status = 'cancelled', finished_at = v_now, handover = null
  where b.id = v_old.id returning * into v_new;
  perform app.owner_journal('backup.cancelled', v_new.id, app.backup_json(v_new),
    app.backup_json(v_old));
  return app.backup_json(v_new);
end $$;
comment on function platform.backup_cancel is 'Cancel a backup that is being made';
