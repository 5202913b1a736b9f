create or replace function worker.restore_past(p_id text)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_restore app.restores;
  v_backup app.backups;
  v_options jsonb;
  v_only jsonb;
  v_files boolean;
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_restore from app.restores r where r.id = p_id for no key update;
  if v_restore.status not in ('pending', 'running') then return null; end if;
  if v_restore.backup_id is null then
    v_only := v_restore.options->'only';
    -- Roles need no bytes of files, objects may.
    v_files := coalesce((v_restore.options->>'files')::boolean, true)
      and (v_only = '{}' or v_only ?| '{types,objects}' or v_only->'resources' ? 'files');
    v_options := app.jsonb_pick(v_restore.options, '{as_of}') || '{"source": "wal"}';
    -- A trial of the same restore has made it.
    select * into v_backup from app.backups b
    where b.about_tenant = v_restore.target_tenant and b.type = 'tenant' and b.status = 'completed'
      and b.lock is null and b.options @> v_options and (not v_files or b.options @> '{"files": true}')
    order by b.created_at desc limit 1;
    if not found then
      v_options := v_options || jsonb_build_object('files', v_files);
      -- The restore makes it itself: no task waits for another one.
      v_backup := app.backup_add(v_restore.target_tenant, 'tenant', 'api', jsonb_build_object('status', 'running',
        'label', 'For the restore ' || p_id, 'options', v_options), 7, v_restore.created_by);
      perform app.owner_journal('backup.created', v_backup.id, app.backup_json(v_backup));
    end if;
    update app.restores r set backup_id = v_backup.id, source = 'wal' where r.id = p_id;
    v_restore.backup_id := v_backup.id;
  end if;
  return (
    select json_build_object('id', b.id, 'status', b.status, 'error', b.error, 'size_bytes', b.size_bytes)
    from app.backups b where b.id = v_restore.backup_id);
end $$;
comment on function worker.restore_past is
  'The backup of an earlier moment that a restore makes out of the backups of the installation, and its status: added if it is missing';
