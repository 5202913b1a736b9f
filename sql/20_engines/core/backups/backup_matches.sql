create or replace function app.backup_matches(p_backup app.backups, args jsonb)
returns boolean
language sql immutable as $$
  select (args->>'tenant_id' is null or p_backup.about_tenant = args->>'tenant_id')
    and (args->>'status' is null or p_backup.status = args->>'status')
    and (args->>'source' is null or p_backup.source = args->>'source')
    and (args->>'type' is null or p_backup.type = args->>'type')
$$;
comment on function app.backup_matches is
  'Whether a backup is what a list looks for {tenant_id, type, status, source}';
