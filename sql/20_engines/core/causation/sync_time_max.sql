create or replace function app.sync_time_max()
returns integer
language sql immutable as $$
  select 5000
$$;
comment on function app.sync_time_max is
  'Milliseconds that all automations of mode sync together may take of one transaction, beside 5 '
  'for each of its own writes';
