create or replace function platform.backup_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant text := args->>'tenant_id';
  v_type text := coalesce(args->>'type', case when v_tenant is null then 'full' else 'tenant' end);
  v_lock text := case when args ? 'recipient' then 'recipient' else args->>'lock' end;
  v_backup app.backups;
begin
  if args ? 'snapshot_at' and not args @> '{"external":true}' then
    perform app.invalid('snapshot_at', 'only_external', 'is for backups that another tool has made: give external, or as_of');
  end if;
  if v_type = 'full' then
    v_backup := app.backup_full_add(args);
    perform app.owner_journal('backup.created', v_backup.id, app.backup_json(v_backup));
    return app.backup_json(v_backup);
  elsif args @> '{"external":true}' then
    perform app.invalid('external', 'only_full', 'is for backups of type full: leave tenant_id and type out');
  elsif v_tenant is null then
    perform app.invalid('tenant_id', 'required', 'must be given for a backup of this type');
  elsif args ? 'source' and not args ? 'as_of' then
    perform app.invalid('source', 'only_as_of', 'says where an earlier moment comes from: give as_of');
  elsif v_lock is null and args @> '{"secrets":true}' then
    perform app.invalid('secrets', 'needs_encryption',
      'needs an encrypted backup: give a recipient, or a passphrase in the header X-Snapshot-Passphrase');
  end if;
  perform app.backup_tenant_check(v_tenant);
  if args ? 'as_of' then
    perform app.past_source_check(args, v_tenant, v_type = 'tenant' and not args @> '{"files":true}');
  end if;
  v_backup := app.backup_add(v_tenant, v_type, 'api',
    jsonb_build_object('label', args->'label', 'lock', v_lock,
      'options', app.jsonb_pick(args, '{files,journal_from,secrets,recipient,as_of,source}')),
    coalesce((args->>'expires_in_days')::integer, (app.installation()).tenant_snapshot_days), app.principal()->>'id');
  perform app.owner_journal('backup.created', v_backup.id, app.backup_json(v_backup));
  return app.backup_json(v_backup);
end $$;
comment on function platform.backup_create is 'Makes a backup of a tenant, or of the installation';
