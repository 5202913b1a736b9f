create or replace function gateway.meters_add(writer uuid, batch bigint, counted jsonb)
returns json
language sql as $$
  select auth.meters_add(writer, batch, counted)
$$;
comment on function gateway.meters_add is
  'Adds what a process has counted of the calls of all tenants; called every few seconds';
