create or replace function platform.migration_run(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.migration_move(args->>'migration_id', '{pending}', 'running', 'begun');
end $$;
comment on function platform.migration_run is 'Begin a migration';
