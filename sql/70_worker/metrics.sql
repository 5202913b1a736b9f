create or replace function worker.metrics()
returns json
language plpgsql stable security definer set search_path = '' set lock_timeout = '1s' as $$
begin
  return app.metrics();
end $$;
comment on function worker.metrics is
  'Returns the waiting work of all tenants, for /metrics of a worker';
