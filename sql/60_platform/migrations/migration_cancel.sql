create or replace function platform.migration_cancel(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.migration_move(args->>'migration_id', '{pending,running,paused,failed}', 'cancelled', 'cancelled');
end $$;
comment on function platform.migration_cancel is 'Cancel a migration';
