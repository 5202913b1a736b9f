create or replace function platform.migration_fleet(args jsonb)
returns json
language plpgsql volatile as $$
declare v_new app.migrations := app.migration_add(args);
begin
  return app.migration_move(v_new.id, '{pending}', 'running', 'begun');
end $$;
comment on function platform.migration_fleet is 'Begin a migration of all tenants';
