create or replace function worker.vitals()
returns json
language plpgsql stable security definer set search_path = '' set lock_timeout = '1s' as $$
begin
  return app.vitals();
end $$;
comment on function worker.vitals is 'How the database and its workers are, for /metrics';
