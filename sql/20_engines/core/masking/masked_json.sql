create or replace function app.masked_json(p_value jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  return case jsonb_typeof(p_value)
    when 'object' then coalesce((
      -- Names of fields are configuration; other keys may be names of people.
      select json_object_agg(case when e.key ~ '^[A-Za-z_][A-Za-z0-9_.:-]{0,62}$' then e.key else 'masked-' || e.ordinality end, case
          when e.key = any ('{type,kind,status}') and jsonb_typeof(e.value) = 'string'
          and e.value #>> '{}' ~ '^[a-z_.]{1,60}$' then e.value
          -- Below these members are values that people entered, such as the answers to a form that a trigger was told of.
          when e.key = any ('{after,answers,before,body,data,input,output,properties,result,variables}') then app.masked_data(e.value)
          else app.masked_json(e.value) end)::jsonb
      from jsonb_each(p_value) with ordinality e), '{}')
    when 'array' then coalesce((
      select json_agg(app.masked_json(e.value) order by e.ordinality)::jsonb
      from jsonb_array_elements(p_value) with ordinality e), '[]')
    when 'string' then
      -- Ids and moments tell nothing of people; records refer to each other by them.
      case when p_value #>> '{}' ~ '^([a-z]+:)?[a-z]{2,5}_[0-9a-f]{32}$' or p_value #>> '{}' ~ '^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$'
        then p_value else '"masked"' end
    else p_value end;
end $$;
comment on function app.masked_json is
  'JSON of the same shape without its texts: but for ids, moments, and words such as the status of a step. Of values that people '
  'entered, app.masked_data';
