create or replace function app.ai_index_text(p_properties text[], p_values jsonb)
returns text
language sql immutable as $$
  -- A model takes some thousand words; what follows would be refused, or cut by it.
  select nullif(trim(left(string_agg(t.value, E'\n' order by n.place), 8000)), '')
  from unnest(p_properties) with ordinality n(name, place)
  cross join lateral (
    select case jsonb_typeof(p_values->n.name)
      when 'string' then p_values->>n.name
      when 'array' then (
        select string_agg(e.value, ', ' order by e.place)
        from jsonb_array_elements_text(case jsonb_typeof(p_values->n.name) when 'array' then p_values->n.name end)
          with ordinality e(value, place))
      else p_values->>n.name end as value) t
  where t.value <> ''
$$;
comment on function app.ai_index_text is
  'Returns the text of an object''s vector: the values of the chosen properties in their order, '
  'up to 8,000 characters; null for an object without any';
