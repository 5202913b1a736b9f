create or replace function app.backup_lock(p_id text)
returns app.backups
language plpgsql volatile as $$
declare v_backup app.backups;
begin
  select * into v_backup from app.backups b where b.id = p_id for update;
  if not found then perform app.not_found('backup', p_id); end if;
  return v_backup;
end $$;
comment on function app.backup_lock is 'A backup, locked, or 404';
