create or replace function platform.migration_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.migrations_listed(args, args->>'status');
end $$;
comment on function platform.migration_list is 'List migrations, newest first';
