create or replace function app.backup_type_check(p_type text)
returns void
language plpgsql immutable as $$
begin
  if p_type = 'full' then
    perform app.fail(409, 'INVALID_STATE',
      'A schedule makes backups of tenants. BACKUP_CRON says when base backups of the whole installation are made.');
  end if;
end $$;
comment on function app.backup_type_check is 'Refuses with 409 a type of backup that no schedule makes';
