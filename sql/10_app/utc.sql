create or replace function app.utc(p_time timestamptz)
returns text
language sql stable as $$
  select to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')
$$;
comment on function app.utc is
  'A time as text in UTC with microseconds, whatever the connection''s settings';
