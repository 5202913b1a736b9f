create or replace function platform.backup_verify(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.backups := app.backup_lock(args->>'backup_id');
  v_new app.backups;
begin
  perform app.backup_whole_check(v_old, args @> '{"lock":"passphrase"}');
  perform app.backup_idle_check(v_old);
  update app.backups b set verify_status = 'running', handover = null, attempts = 0
  where b.id = v_old.id returning * into v_new;
  perform app.task_add('platform', 'backup_verify', v_new.id);
  perform app.owner_journal('backup.verification_started', v_new.id, app.backup_json(v_new),
    app.backup_json(v_old));
  return app.backup_json(v_new);
end $$;
comment on function platform.backup_verify is 'Queues the verification of a backup';
