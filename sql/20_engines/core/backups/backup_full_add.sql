create or replace function app.backup_full_add(args jsonb)
returns app.backups
language plpgsql volatile as $$
declare
  v_base jsonb := args->'base';
  v_field text;
  v_open text;
  v_at timestamptz := coalesce((args->>'snapshot_at')::timestamptz, clock_timestamp());
  -- Locked, so that of several at once one begins.
  v_settings app.installation_settings;
begin
  foreach v_field in array '{tenant_id,as_of,recipient}'::text[] loop
    if args ? v_field then
      perform app.invalid(v_field, 'not_for_full', 'must be left out for a backup of type full, of the whole installation');
    end if;
  end loop;
  if args @> '{"secrets":true}' or args ? 'lock' then
    perform app.invalid('type', 'not_for_full',
      'full is encrypted as BACKUP_RECIPIENT says: leave secrets and the passphrase out');
  elsif args @> '{"external":true}' then
    if v_at > clock_timestamp() then
      perform app.invalid('snapshot_at', 'in_future', 'must not be in the future');
    end if;
    return app.backup_add(null, 'full', 'external',
      jsonb_build_object('label', args->'label', 'status', 'completed', 'unit', 'bytes', 'snapshot_at', v_at),
      coalesce((args->>'expires_in_days')::integer, (app.installation()).tenant_snapshot_days), app.principal()->>'id');
  elsif app.tenant_nodes() <> '{}' then
    perform app.fail(409, 'INVALID_STATE',
      'On a cluster each node is backed up by itself, to a moment that citus_create_restore_point names. Tell of such a backup with '
      '"external": true, or name a tenant_id.');
  elsif v_base is null then
    perform app.fail(409, 'INVALID_STATE',
      'Base backups need BACKUP_TO. Tell of a backup that another tool has made with "external": true, or name a tenant_id.');
  end if;
  -- Each reads the whole database, and fills what WAL is stored at as well.
  v_settings := app.installation_lock();
  select b.id into v_open from app.backups b
  where b.type = 'full' and b.source = 'api' and b.status in ('pending', 'running') limit 1;
  if found then
    perform app.fail(409, 'INVALID_STATE', format(
      'A base backup is being made already: %s. Wait for its end, or cancel it with POST /admin/backups/%s/cancel.', v_open, v_open));
  end if;
  return app.backup_add(null, 'full', 'api',
    jsonb_build_object('label', args->'label', 'lock', v_base->'lock', 'unit', 'bytes',
      'options', jsonb_build_object('destination', v_base->'destination')),
    null, app.principal()->>'id');
end $$;
comment on function app.backup_full_add is
  'Makes the record of a base backup, which the worker makes at base {destination, lock}, or of one that another tool has made {label, external}. '
  'One at a time. Called under the word platform';
