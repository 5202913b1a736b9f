create or replace function platform.backup_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_backup app.backups;
begin
  select * into v_backup from app.backups b where b.id = args->>'backup_id';
  if not found then perform app.not_found('backup', args->>'backup_id'); end if;
  return app.backup_json(v_backup);
end $$;
comment on function platform.backup_get is 'Get a backup';
