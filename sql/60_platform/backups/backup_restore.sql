create or replace function platform.backup_restore(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_backup app.backups := app.backup_lock(args->>'backup_id');
  v_restore app.restores;
begin
  perform app.backup_of_tenant_check(v_backup);
  perform app.backup_whole_check(v_backup, args @> '{"lock":"passphrase"}');
  if args->>'mode' <> 'new_tenant' then return app.restore_into(args, v_backup); end if;
  perform app.restore_new_check(args, v_backup.about_tenant);
  v_restore := app.restore_add('new_tenant', 'backup', jsonb_build_object(
      'backup_id', v_backup.id, 'source_tenant', v_backup.about_tenant, 'options',
      app.jsonb_pick(args, '{name,slug,keep_tenant_id,files,journal,outbound,lock}')),
    'restore_new');
  return app.restore_json(v_restore);
end $$;
comment on function platform.backup_restore is 'Queues a restore of a backup';
