create or replace function app.filter_range(p_filter app.filter, p_property_id text default null)
returns jsonb
language sql stable as $$
  select case when t ? 'keys' then jsonb_build_object('property', t->'property',
      'low', t->'keys'->0, 'high', t->'keys'->0) else t end
  from jsonb_array_elements(p_filter.terms) t
  where case
    when p_property_id is not null then t->>'property' = p_property_id and t ? 'low'
    else t ? 'low' or t ? 'id_low' or t ? 'keys' and jsonb_array_length(t->'keys') = 1 end
  order by t ? 'keys' desc, t ? 'low' desc limit 1
$$;
comment on function app.filter_range is
  'The term of a filter along which objects can be walked, as {property, low, high} or {id_low, '
  'id_high}: of one property, or (null) the one that promises the fewest';
