create or replace function platform.backup_verify(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.backups := app.backup_lock(args->>'backup_id');
  v_new app.backups;
begin
  if v_old.type = 'full' then
    perform app.backup_base_check(v_old, args->'base');
    if args ? 'lock' then
      perform app.fail(400, 'VALIDATION_ERROR', 'A backup of the whole installation has no passphrase: it is encrypted as BACKUP_RECIPIENT says.',
        null, 'X-Snapshot-Passphrase');
    elsif v_old.status = 'completed' and v_old.lock = 'recipient' and not args->'base' @> '{"is_open": true}' then
      perform app.fail(409, 'IDENTITY_REQUIRED',
        'This backup is encrypted for a key that this server does not hold. Set BACKUP_IDENTITY_FILE.');
    end if;
  end if;
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
