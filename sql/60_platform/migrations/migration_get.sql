create or replace function platform.migration_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_migration app.migrations;
begin
  select * into v_migration from app.migrations m where m.id = args->>'migration_id';
  if not found then perform app.not_found('migration', args->>'migration_id'); end if;
  return app.migration_json(v_migration);
end $$;
comment on function platform.migration_get is 'Get a migration';
