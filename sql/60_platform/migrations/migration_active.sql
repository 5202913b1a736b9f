create or replace function platform.migration_active(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.migrations_listed(args, 'open');
end $$;
comment on function platform.migration_active is 'List migrations that have not ended, newest first';
