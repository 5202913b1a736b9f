create or replace function worker.backup_verify_next(p_id text, p_changes jsonb)
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
  if not found or v_old.verify_status is distinct from 'running' then return null; end if;
  v_new := jsonb_populate_record(v_old, app.jsonb_pick(p_changes, '{verify_status,verify,handover}'));
  if p_changes->>'verify_status' = 'running' then
    v_new.attempts := v_old.attempts + 1;
    v_new.handover := null;
  elsif p_changes ? 'verify_status' then
    v_new.verified_at := v_now;
    v_new.handover := null;
  end if;
  update app.backups b set verify_status = v_new.verify_status, verify = v_new.verify,
    verified_at = v_new.verified_at, attempts = v_new.attempts, handover = v_new.handover
  where b.id = p_id;
  return json_build_object('type', v_new.type, 'base', v_new.options->'base', 'tenant_id', v_new.about_tenant, 'lock', v_new.lock,
    'checksum', v_new.checksum, 'row_counts', v_new.row_counts, 'files', v_new.files,
    'kinds', app.table_kinds(), 'attempts', v_new.attempts, 'sealed', v_new.handover->'sealed');
end $$;
comment on function worker.backup_verify_next is
  'Notes how the verification of a backup goes on, and returns what it has to be; null once it has ended, or the backup is gone';
