create or replace function jobs.metrics()
returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.metrics();
end $$;
comment on function jobs.metrics is 'What waits in all tenants, for /metrics of a worker';
