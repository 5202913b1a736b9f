create or replace function worker.backup_next(p_id text, p_changes jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_old app.backups;
  v_new app.backups;
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  select * into v_old from app.backups b where b.id = p_id for no key update;
  if not found or v_old.status not in ('pending', 'running') then return null; end if;
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
  update app.backups b set status = v_new.status, done = v_new.done, total = v_new.total,
    unit = v_new.unit, attempts = v_new.attempts, handover = v_new.handover,
    size_bytes = v_new.size_bytes, checksum = v_new.checksum, row_counts = v_new.row_counts,
    files = v_new.files, snapshot_at = v_new.snapshot_at, feed_place = v_new.feed_place,
    schema_version = v_new.schema_version, options = b.options || coalesce(p_changes->'options', '{}'), tenant_slug = v_new.tenant_slug, error = v_new.error,
    started_at = v_new.started_at, finished_at = v_new.finished_at
  where b.id = p_id;
  if v_new.status = 'completed' then perform app.backup_completed(v_new); end if;
  return json_build_object('tenant_id', v_new.about_tenant, 'type', v_new.type,
    'options', v_new.options, 'lock', v_new.lock, 'attempts', v_new.attempts,
    'sealed', v_new.handover->'sealed');
end $$;
comment on function worker.backup_next is
  'Notes how the making of a backup goes on, and returns what it is; null once it has ended: cancelled, or deleted with its tenant';
