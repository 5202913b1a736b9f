create or replace function app.migration_json(p_migration app.migrations)
returns json
language sql stable as $$
  select json_build_object('id', p_migration.id, 'type', p_migration.type, 'version', p_migration.version,
    'tenant_id', p_migration.about_tenant, 'from_shard', null, 'to_shard', null, 'status', p_migration.status,
    'progress', json_build_object('done', p_migration.done, 'total', p_migration.total, 'unit', p_migration.unit),
    'tenants', case when p_migration.type <> 'reseal' then json_build_object('done', p_migration.tenants_done,
      'total', p_migration.tenants_total) end,
    'failures', p_migration.failures, 'error', p_migration.error, 'created_by', p_migration.created_by,
    'created_at', p_migration.created_at, 'started_at', p_migration.started_at,
    'finished_at', p_migration.finished_at)
$$;
comment on function app.migration_json is 'A migration as /admin shows it';
