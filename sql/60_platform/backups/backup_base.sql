create or replace function platform.backup_base(args jsonb)
returns json
language plpgsql stable as $$
declare v_backup app.backups;
begin
  select * into v_backup from app.backups b
  where b.id = args->>'backup_id' and b.type = 'full' and b.source <> 'external' and b.status = 'completed';
  return json_build_object('base', v_backup.options->'base', 'chain', v_backup.options->'chain');
end $$;
comment on function platform.backup_base is 'Tells which base backup at BACKUP_TO a record is about; null where it is about none that is complete';
