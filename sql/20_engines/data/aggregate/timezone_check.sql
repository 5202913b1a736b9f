create or replace function app.timezone_check(p_timezone text, p_path text)
returns text
language plpgsql stable as $$
declare
  -- With a slash and without digits it is neither an abbreviation nor a rule such as CET-1CEST,
  -- which PostgreSQL would take as well. The list of names reads every file of the time zone
  -- database: only for the few other names.
  v_is_known boolean := case
    when p_timezone = 'UTC' then true
    when p_timezone ~ '^[A-Za-z_]+(/[A-Za-z_-]+)+$' then
      pg_input_is_valid('2000-01-01 00:00:00 ' || p_timezone, 'timestamptz')
    else exists (select 1 from pg_timezone_names z where z.name = p_timezone) end;
begin
  if not v_is_known then
    perform app.invalid(p_path, 'unknown_timezone',
      'must be a time zone from the IANA database, such as Europe/Berlin or UTC');
  end if;
  return p_timezone;
end $$;
comment on function app.timezone_check is
  'Returns the name of a time zone; 400 when the IANA database does not have it';
