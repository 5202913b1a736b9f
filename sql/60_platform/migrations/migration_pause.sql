create or replace function platform.migration_pause(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.migration_move(args->>'migration_id', '{running}', 'paused', 'paused');
end $$;
comment on function platform.migration_pause is 'Pause a migration';
