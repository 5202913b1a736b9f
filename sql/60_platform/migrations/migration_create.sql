create or replace function platform.migration_create(args jsonb)
returns json
language plpgsql volatile as $$
begin
  if args->>'type' = 'schema' then
    perform app.fail(409, 'INVALID_STATE',
      'The schema is migrated by the command "insula migrate up", because the API has no connection that may.');
  elsif args->>'type' = 'tenant_move' then
    perform app.fail(409, 'INVALID_STATE', case
      when app.tenant_nodes() = '{}' then 'A tenant can only be moved on a cluster: here all tenants share one PostgreSQL.'
      else 'A tenant is moved by POST /admin/tenants/:tenant_id/move.' end);
  end if;
  return app.migration_json(app.migration_add(args));
end $$;
comment on function platform.migration_create is 'Prepare a migration of stored data';
