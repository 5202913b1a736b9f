create or replace function platform.backup_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare v_backup app.backups := app.backup_lock(args->>'backup_id');
begin
  perform app.backup_idle_check(v_backup);
  if v_backup.status = 'completed' and v_backup.source in ('api', 'schedule') then
    if v_backup.type = 'full' and not args @> '{"is_spare": true}' then
      perform app.fail(409, 'INVALID_STATE',
        'Moments that BACKUP_RETENTION_DAYS keeps are restored from this base backup, and its chain has none before it. It goes when they do.');
    end if;
  end if;
  delete from app.backups b where b.id = v_backup.id;
  perform app.owner_journal('backup.deleted', v_backup.id, null, app.backup_json(v_backup));
  return json_build_object('id', v_backup.id, 'deleted', true, 'tenant_id', v_backup.about_tenant);
end $$;
comment on function platform.backup_delete is
  'Removes the record of a backup; its bytes go afterwards';
