create or replace function platform.migration_resume(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.migration_move(args->>'migration_id', '{paused}', 'running', 'resumed');
end $$;
comment on function platform.migration_resume is 'Resume a migration';
