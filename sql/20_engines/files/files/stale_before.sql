create or replace function app.stale_before()
returns timestamptz
language sql stable as $$
  select clock_timestamp() - interval '24 hours'
$$;
comment on function app.stale_before is
  'A pending file from before is stale: its upload never came and may not come any more';
