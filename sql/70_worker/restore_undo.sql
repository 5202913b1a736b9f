create or replace function worker.restore_undo(p_id text, p_is_over boolean default false)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_restore app.restores;
  v_backup app.backups;
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_restore from app.restores r where r.id = p_id for no key update;
  if p_is_over and v_restore.status not in ('pending', 'running') then
    update app.backups b set status = 'failed', error = 'The restore that it was made for has ended.', finished_at = v_now
    where b.id in (v_restore.undo_backup_id, v_restore.backup_id) and b.status in ('pending', 'running');
  elsif not p_is_over and v_restore.undo_backup_id is null and v_restore.status in ('pending', 'running') then
    -- The restore makes it itself: no task waits for another one.
    v_backup := app.backup_add(v_restore.target_tenant, 'tenant', 'undo', jsonb_build_object('status', 'running',
      'label', 'Before the restore ' || p_id, 'options', jsonb_build_object('files', true)), 30, v_restore.created_by);
    update app.restores r set undo_backup_id = v_backup.id where r.id = p_id;
    perform app.owner_journal('backup.created', v_backup.id, app.backup_json(v_backup));
    v_restore.undo_backup_id := v_backup.id;
  end if;
  return (
    select json_build_object('id', b.id, 'status', b.status, 'error', b.error, 'size_bytes', b.size_bytes) from app.backups b
    where b.id = v_restore.undo_backup_id);
end $$;
comment on function worker.restore_undo is
  'The backup that a restore makes of its target first, and its status: added if it is missing; p_is_over: of a restore '
  'that has ended, it and the one of worker.restore_past fail where they are not completed';
