create or replace function app.backup_whole_check(p_backup app.backups, p_has_passphrase boolean)
returns void
language plpgsql stable as $$
begin
  if p_backup.status <> 'completed' then
    perform app.fail(409, 'INVALID_STATE', format(
      'This backup is %s, so it has no bytes to read. It has to be completed.', p_backup.status));
  elsif p_backup.lock = 'recipient' and p_backup.type <> 'full' then
    perform app.fail(409, 'IDENTITY_REQUIRED',
      'This backup is encrypted for a key that this server does not hold. Download it, and decrypt it with age.');
  elsif p_backup.lock = 'passphrase' and p_has_passphrase is not true then
    perform app.fail(403, 'SNAPSHOT_LOCKED',
      'This backup is encrypted. Send its passphrase in the header X-Snapshot-Passphrase.', null, 'X-Snapshot-Passphrase');
  end if;
end $$;
comment on function app.backup_whole_check is
  'Refuses a backup that cannot be read: 409 without bytes or for a key that is not here, 403 without its passphrase';
