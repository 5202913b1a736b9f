create or replace function app.email_value(p_text text)
returns jsonb
language plpgsql immutable as $$
declare v_at integer := strpos(p_text, '@');
begin
  -- Lengths apart from the form: {1,64} and the like in a pattern took 80 microseconds an address.
  if v_at <= 65 and length(p_text) <= 254
    and p_text ~ ('^([A-Za-z0-9_''+-]+\.)*[A-Za-z0-9_''+-]*[A-Za-z0-9_+-]@'
      '([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$')
    and (length(p_text) - v_at <= 63 or substr(p_text, v_at) !~ '[^.@]{64}') then
    return to_jsonb(lower(p_text));
  end if;
  return null;
end $$;
comment on function app.email_value is
  'An email address in lower case, at most 64 characters before the @ and 63 between two points, all of '
  'them ASCII, as for users (src/ground/shapes/schemas.ts); or null';
