create or replace function app.values_by_type(p_values jsonb)
returns jsonb
language sql stable as $$
  select coalesce(jsonb_object_agg(t.type, t.list), '{}')
  from (select jsonb_typeof(v) as type, jsonb_agg(v) as list
    from jsonb_array_elements(p_values) v group by 1) t
$$;
comment on function app.values_by_type is
  'A list as {string: […], number: […], boolean: […]}';
