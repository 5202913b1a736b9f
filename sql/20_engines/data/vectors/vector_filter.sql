create or replace function app.vector_filter(p_tenant text, p_filters jsonb)
returns app.filter
language sql stable as $$
  select app.json_filter(p_tenant, coalesce((
    select json_object_agg(k.name, '{"type": "json"}'::jsonb)::jsonb
    from (
      select distinct split_part(coalesce(f.value->>'property', m.key), '.', 1) as name
      from jsonb_array_elements(case jsonb_typeof(p_filters) when 'array' then p_filters
        else jsonb_build_array(coalesce(p_filters, '{}')) end) f(value)
      left join lateral jsonb_object_keys(case when f.value ? 'property' then '{}' else f.value end) m(key) on true) k
    where k.name is not null), '{}'), coalesce(p_filters, '[]'), 'filters')
$$;
comment on function app.vector_filter is 'Conditions over the metadata of vectors, whatever members these have; 400 for one that is not valid';
