create or replace function app.values_by_type(p_values jsonb)
returns jsonb
language sql stable as $$
  select coalesce(json_object_agg(t.type, t.list)::jsonb, '{}')
  from (select jsonb_typeof(v) as type, json_agg(v)::jsonb as list
    from jsonb_array_elements(p_values) v group by 1) t
$$;
comment on function app.values_by_type is
  'A list as {string: […], number: […], boolean: […]}';
