create or replace function platform.migration_retry(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.migration_move(args->>'migration_id', '{failed}', 'running', 'retried');
end $$;
comment on function platform.migration_retry is 'Begin a failed migration once more';
