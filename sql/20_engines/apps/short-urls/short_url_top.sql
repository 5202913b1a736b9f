create or replace function app.short_url_top(
  p_link app.short_urls, p_grain text, p_dimension text, p_from timestamptz)
returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object(p_dimension, nullif(t.value, ''), 'clicks', t.clicks)
    order by t.clicks desc, t.value), '[]')
  from (
    select f.value, sum(f.clicks)::bigint as clicks
    from app.short_url_facts(p_link, p_grain, array[p_dimension], p_from) f
    group by f.value order by 2 desc, f.value limit 100) t
$$;
comment on function app.short_url_top is
  'The values of a dimension with the most clicks since p_from: [{<dimension>, clicks}], where null '
  'is what is not known';
