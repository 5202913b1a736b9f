create or replace function platform.backup_upload(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_backup app.backups;
  v_done text;
begin
  -- Bytes are sent in no transaction that could be tried or kept, so the gateway has named no tenant.
  v_done := app.in_tenant('platform');
  v_backup := app.backup_add(args->>'tenant_id', args->>'type', 'upload',
    args->'fields' || jsonb_build_object('label', args->'label', 'status', 'completed'),
    coalesce((args->>'expires_in_days')::integer, (app.installation()).tenant_snapshot_days), app.principal()->>'id');
  perform app.owner_journal('backup.created', v_backup.id, app.backup_json(v_backup));
  return app.backup_json(v_backup);
end $$;
comment on function platform.backup_upload is
  'Makes the record of a backup whose bytes were sent and checked';
