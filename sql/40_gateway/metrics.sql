create or replace function gateway.metrics()
returns json
language plpgsql stable security definer set search_path = '' set lock_timeout = '1s' as $$
begin
  return app.metrics();
end $$;
comment on function gateway.metrics is
  'Returns the waiting work of all tenants, for /metrics of the API';
