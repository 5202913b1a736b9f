create or replace function app.backup_of_tenant_check(p_backup app.backups)
returns void
language plpgsql immutable as $$
begin
  if p_backup.type = 'full' then
    perform app.fail(409, 'INVALID_STATE',
      'This is a backup of the whole installation, not a snapshot of a tenant: "insula restore" restores it while the server is stopped. '
      'A tenant comes back from it with POST /admin/tenants/:tenant_id/restore {as_of}.');
  end if;
end $$;
comment on function app.backup_of_tenant_check is 'Refuses with 409 to restore a tenant from a base backup';
