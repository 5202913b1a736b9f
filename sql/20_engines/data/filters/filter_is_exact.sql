create or replace function app.filter_is_exact(p_filter app.filter, p_range jsonb)
returns boolean
language sql stable as $$
  select p_filter.ids is null
    and ('strict ' || (p_range->>'exact'))::jsonpath::text = p_filter.condition::text
$$;
comment on function app.filter_is_exact is
  'Whether a range of an index (of app.filter_range) holds just the objects that match a filter, so '
  'that the index alone can count them';
