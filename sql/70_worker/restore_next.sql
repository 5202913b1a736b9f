create or replace function worker.restore_next(p_id text, p_changes jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_old app.restores;
  v_new app.restores;
  v_backup app.backups;
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_old from app.restores r where r.id = p_id for no key update;
  if not found or v_old.status not in ('pending', 'running')
    or (p_changes->>'attempt')::integer <> v_old.attempts then
    return null;
  end if;
  v_new := jsonb_populate_record(v_old, p_changes);
  if p_changes->>'status' = 'running' then
    v_new.started_at := coalesce(v_old.started_at, v_now);
    v_new.attempts := v_old.attempts + 1;
    v_new.done := 0;
    v_new.handover := null;
  elsif p_changes ? 'status' then
    v_new.finished_at := v_now;
    v_new.handover := null;
  end if;
  update app.restores r set status = v_new.status, done = v_new.done, total = v_new.total,
    unit = v_new.unit, attempts = v_new.attempts, handover = v_new.handover,
    target_tenant = v_new.target_tenant, undo_backup_id = v_new.undo_backup_id,
    report = v_new.report, error = v_new.error, started_at = v_new.started_at,
    finished_at = v_new.finished_at
  where r.id = p_id;
  if p_changes @> '{"holds": true}' then
    update app.tenants t set status = 'migrating', status_reason = p_id, updated_at = v_now
    where t.tenant_id = v_new.target_tenant and t.status = 'active';
  elsif v_new.status in ('completed', 'failed') then
    perform app.restore_release(v_new);
    perform worker.restore_tell(v_new);
  end if;
  select * into v_backup from app.backups b where b.id = v_new.backup_id;
  return json_build_object('id', v_new.id, 'mode', v_new.mode, 'options', v_new.options,
    'backup_id', v_new.backup_id, 'backup_tenant_id', v_backup.about_tenant,
    'lock', v_backup.lock, 'size_bytes', v_backup.size_bytes, 'source_tenant_id', v_new.source_tenant,
    'target_tenant_id', v_new.target_tenant, 'total', v_new.total, 'attempts', v_new.attempts,
    'sealed', v_new.handover->'sealed');
end $$;
comment on function worker.restore_next is
  'Notes how a restore goes on, and returns what it is; null once it has ended, or, with the number of an attempt {attempt}, '
  'once another worker has begun it again';
