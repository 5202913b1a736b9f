create or replace function platform.backup_look(args jsonb)
returns json
language plpgsql stable as $$
declare v_backup app.backups;
begin
  select * into v_backup from app.backups b where b.id = args->>'backup_id';
  return json_build_object('is_known', v_backup.status not in ('pending', 'running') or v_backup.done > 0
      or coalesce(v_backup.options->>'way' = 'wal', false),
    'refusal', case when v_backup.status = 'failed' then v_backup.options->'refusal' end, 'error', v_backup.error);
end $$;
comment on function platform.backup_look is
  'Tells whether it is known that a backup can be read, which it is once rows have been, or the backups of the installation were found to have it, and the error that it was refused with';
