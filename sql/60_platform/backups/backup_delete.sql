create or replace function platform.backup_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare v_backup app.backups := app.backup_lock(args->>'backup_id');
begin
  perform app.backup_idle_check(v_backup);
  if v_backup.status = 'completed' and v_backup.source in ('api', 'schedule') then
    perform app.backup_of_tenant_check(v_backup);
  end if;
  delete from app.backups b where b.id = v_backup.id;
  perform app.owner_journal('backup.deleted', v_backup.id, null, app.backup_json(v_backup));
  return json_build_object('id', v_backup.id, 'deleted', true, 'tenant_id', v_backup.about_tenant);
end $$;
comment on function platform.backup_delete is
  'Removes the record of a backup; its bytes go afterwards';
