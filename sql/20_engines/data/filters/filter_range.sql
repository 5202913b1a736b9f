create or replace function app.filter_range(p_filter app.filter, p_property_id text default null)
returns jsonb
language sql stable as $$
  select case when t ? 'key' then t || jsonb_build_object('low', t->'key', 'high', t->'key')
    else t end
  from jsonb_array_elements(p_filter.terms) t
  where case
    when p_property_id is not null then t->>'property' = p_property_id and t ? 'low'
    else t ?| array['key', 'low', 'id_low'] or t->'creators'->1 is null and t ? 'creators' end
  order by t ? 'key' desc, t ? 'creators' desc, t ? 'low' desc limit 1
$$;
comment on function app.filter_range is
  'The term of a filter along which objects can be walked, as {property, low, high}, {creators: '
  '[one]} or {id_low, id_high}: of one property, or (null) the one that promises the fewest';
