create or replace function platform.backup_restore_check(args jsonb)
returns json
language plpgsql stable as $$
declare v_backup app.backups;
begin
  select * into v_backup from app.backups b where b.id = args->>'backup_id';
  if not found then perform app.not_found('backup', args->>'backup_id'); end if;
  perform app.backup_of_tenant_check(v_backup);
  perform app.backup_whole_check(v_backup, args @> '{"lock":"passphrase"}');
  perform app.restore_new_check(args, v_backup.about_tenant);
  return json_build_object('tenant_id', v_backup.about_tenant, 'kinds', app.table_kinds());
end $$;
comment on function platform.backup_restore_check is
  'Checks what a restore would be refused for, and returns whose the backup is, and the kind of record that rows of each table are';
