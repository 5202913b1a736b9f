create or replace function app.datetime_value(p_text text)
returns jsonb
language plpgsql immutable as $$
begin
  if length(p_text) > 40
    or p_text !~ '^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$' then
    return null;
  end if;
  if p_text !~ '(Z|[+-]\d\d:?\d\d)$' then p_text := p_text || 'Z'; end if;
  if not pg_input_is_valid(p_text, 'timestamptz') then return null; end if;
  p_text := app.moment_text(p_text::timestamptz);
  -- An offset can lead out of the years 0001 to 9999, where texts no longer order as times do.
  return case when p_text ~ '^\d{4}-[^B]*$' then to_jsonb(p_text) end;
end $$;
comment on function app.datetime_value is
  'An ISO 8601 moment in UTC (without an offset it is taken as UTC), '
  'so that texts order as times do; or null';
