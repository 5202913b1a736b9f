create or replace function app.export_value(p_column jsonb, p_number bigint, p_format text)
returns text
language sql immutable as $$
  -- A JSON text tells by its first character what it is: [ and { are 91 and 123, a text's quote is 34,
  -- null begins with 110.
  select format(case
    when p_format = 'csv' and p_column->>'data_type' = 'json' then
      $sql$coalesce(case ascii(c.t%1$s) when 110 then '' when 34 then app.csv_cell(c.t%1$s)
        when 91 then app.csv_cell(app.json_compact(c.t%1$s))
        when 123 then app.csv_cell(app.json_compact(c.t%1$s))
        else app.json_numbers(c.t%1$s) end, '')$sql$
    when p_format = 'csv' then
      $sql$coalesce(case ascii(c.t%1$s) when 34 then app.csv_cell(c.s%1$s) when 110 then ''
        when 91 then app.csv_cell(app.json_compact(c.t%1$s))
        when 123 then app.csv_cell(app.json_compact(c.t%1$s))
        else app.json_numbers(c.t%1$s) end, '')$sql$
    when p_format = 'xlsx' then
      $sql$coalesce(c.t%1$s, 'null')$sql$
    else
      $sql$coalesce(%2$L || app.json_numbers(c.t%1$s), '')$sql$
    end, p_number, ', ' || to_json(p_column->>'name')::text || ': ')
$$;
comment on function app.export_value is
  'The SQL of what an object has in a column, a property of app.export_columns: a member of a JSON '
  'object with its comma, or a cell. c.t<number> is the JSON text of the property, c.s<number> its text';
