create or replace function app.migration_add(args jsonb)
returns app.migrations
language plpgsql volatile as $$
declare
  v_new app.migrations;
  v_tenant app.tenants;
begin
  v_new.id := app.new_id('mig');
  v_new.type := args->>'type';
  v_new.version := args->>'version';
  v_new.about_tenant := args->>'tenant_id';
  if v_new.type = 'backfill' and coalesce(v_new.version <> all (app.backfills()), true) then
    perform app.invalid('version', 'invalid_value', 'must name a backfill: ' || array_to_string(app.backfills(), ', '));
  elsif v_new.type <> 'backfill' and v_new.version is not null then
    perform app.invalid('version', 'invalid_value', 'is only for a backfill');
  elsif v_new.type = 'reseal' and v_new.about_tenant is not null then
    perform app.invalid('tenant_id', 'invalid_value', 'is not for a reseal, which takes the secrets of all tenants');
  end if;
  if v_new.about_tenant is not null then v_tenant := app.tenant_lock(v_new.about_tenant); end if;
  perform app.migration_single_check(v_new);
  v_new.status := 'pending';
  v_new.done := 0;
  v_new.unit := case when v_new.type = 'reseal' then 'secrets' else 'rows' end;
  v_new.attempts := 0;
  v_new.failures := '[]';
  v_new.batch := coalesce((args->>'batch')::smallint, 10);
  v_new.stop_after := coalesce((args->>'stop_after_failures')::smallint, 5);
  v_new.tenants_done := 0;
  v_new.created_by := app.principal()->>'id';
  v_new.created_at := clock_timestamp();
  begin
    insert into app.migrations values (v_new.*);
  exception when unique_violation then
    perform app.migration_single_check(v_new);
    raise;
  end;
  perform app.owner_journal('migration.created', v_new.id, app.migration_json(v_new));
  return v_new;
end $$;
comment on function app.migration_add is
  'Prepares a migration {type, version, tenant_id, batch, stop_after_failures}; 400, 404, or 409 while the same one is open';
