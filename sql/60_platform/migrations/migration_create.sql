create or replace function platform.migration_create(args jsonb)
returns json
language plpgsql volatile as $$
declare v_new app.migrations;
begin
  if args->>'type' = 'schema' then
    perform app.fail(409, 'INVALID_STATE',
      'The schema is migrated by the command "insula migrate up", because the API has no connection that may.');
  end if;
  perform app.migration_single_check(args->>'type');
  v_new.id := app.new_id('mig');
  v_new.type := args->>'type';
  v_new.status := 'pending';
  v_new.done := 0;
  v_new.unit := 'secrets';
  v_new.attempts := 0;
  v_new.failures := '[]';
  v_new.created_by := app.principal()->>'id';
  v_new.created_at := clock_timestamp();
  begin
    insert into app.migrations values (v_new.*);
  exception when unique_violation then
    perform app.migration_single_check(args->>'type');
    raise;
  end;
  perform app.owner_journal('migration.created', v_new.id, app.migration_json(v_new));
  return app.migration_json(v_new);
end $$;
comment on function platform.migration_create is 'Prepare a migration of stored data';
