create or replace function app.moment_text(p_time timestamptz)
returns text
language sql stable as $$
  select (to_json(p_time at time zone 'UTC') #>> '{}') || '+00:00'
$$;
comment on function app.moment_text is
  'A moment as datetime properties keep it: ISO 8601 in UTC, so that texts order as times do';
