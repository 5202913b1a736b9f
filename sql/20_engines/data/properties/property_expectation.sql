create or replace function app.property_expectation(p_definition jsonb)
returns text
language sql immutable as $$
  select case p_definition->>'type'
    when 'string' then 'text of up to 10,000 characters'
    when 'text' then 'text of up to 1,000,000 characters'
    when 'richtext' then 'text of up to 1,000,000 characters'
    when 'email' then 'an email address such as ada@example.com'
    when 'url' then 'an http or https address such as https://example.com/page'
    when 'phone' then app.phone_expectation(p_definition->>'country')
    when 'slug' then 'lower-case words joined by hyphens such as my-page-1'
    when 'color' then 'a colour such as #1a2b3c or #1a2b3cff'
    when 'number' then 'a number'
    when 'integer' then 'a whole number'
    when 'float' then 'a number'
    when 'percent' then 'a number'
    when 'currency' then 'a number or {"amount":"12.30","currency":"EUR"}'
    when 'rating' then 'a whole number from 0 to 5'
    when 'boolean' then 'true or false'
    when 'date' then 'a date such as 2026-11-20'
    when 'datetime' then 'a date and time such as 2026-11-20T18:23:00Z'
    when 'time' then 'a time of day such as 18:23 or 18:23:59'
    when 'array' then 'an array'
    when 'object' then 'an object'
    when 'enum' then 'one of ' || (
      select string_agg(e, ', ') from jsonb_array_elements_text(p_definition->'enum') e)
    else 'any JSON value'
  end
$$;
comment on function app.property_expectation is
  'Returns what a data type accepts, in words, for error messages';
