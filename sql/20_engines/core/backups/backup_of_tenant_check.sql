create or replace function app.backup_of_tenant_check(p_backup app.backups)
returns void
language plpgsql immutable as $$
begin
  if p_backup.type = 'full' then
    perform app.fail(409, 'INVALID_STATE',
      'This is a backup of the whole installation, not a snapshot of a tenant: "insula restore" restores it, "insula backup verify" '
      'verifies it, and BACKUP_RETENTION_DAYS says how long it is kept.');
  end if;
end $$;
comment on function app.backup_of_tenant_check is 'Refuses with 409 what cannot be done with a base backup';
