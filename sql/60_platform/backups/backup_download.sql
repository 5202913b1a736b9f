create or replace function platform.backup_download(args jsonb)
returns json
language plpgsql stable as $$
declare v_backup app.backups;
begin
  select * into v_backup from app.backups b where b.id = args->>'backup_id';
  if not found then perform app.not_found('backup', args->>'backup_id'); end if;
  if v_backup.type = 'full' then perform app.backup_base_check(v_backup, args->'base'); end if;
  if v_backup.status <> 'completed' then
    perform app.fail(409, 'INVALID_STATE', format(
      'This backup is %s, so it has no bytes. It has to be completed.', v_backup.status));
  end if;
  return json_build_object('id', v_backup.id, 'tenant_id', v_backup.about_tenant,
    'slug', v_backup.tenant_slug, 'size_bytes', v_backup.size_bytes,
    'checksum', v_backup.checksum, 'snapshot_at', v_backup.snapshot_at,
    'finished_at', v_backup.finished_at, 'base', v_backup.options->'base', 'chain', v_backup.options->'chain');
end $$;
comment on function platform.backup_download is
  'Returns what the bytes of a backup are; 409 before its bytes are there';
