create or replace function app.masked_data(p_value jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  return case jsonb_typeof(p_value)
    when 'object' then coalesce((
      select json_object_agg(case when e.key ~ '^[A-Za-z_][A-Za-z0-9_.:-]{0,62}$' then e.key else 'masked-' || e.ordinality end,
        app.masked_data(e.value))::jsonb
      from jsonb_each(p_value) with ordinality e), '{}')
    when 'array' then coalesce((
      select json_agg(app.masked_data(e.value) order by e.ordinality)::jsonb
      from jsonb_array_elements(p_value) with ordinality e), '[]')
    -- Records refer to each other by ids.
    when 'string' then case when p_value #>> '{}' ~ '^([a-z]+:)?[a-z]{2,5}_[0-9a-f]{32}$' then p_value else '"masked"' end
    when 'number' then '0'
    when 'boolean' then 'false'
    else p_value end;
end $$;
comment on function app.masked_data is
  'JSON of the same shape without the values that people entered, such as answers to a form: ids stay; numbers are 0, and yes is no';
