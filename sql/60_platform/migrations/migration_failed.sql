create or replace function platform.migration_failed(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.migrations_listed(args, 'failed');
end $$;
comment on function platform.migration_failed is 'List migrations that failed, newest first';
