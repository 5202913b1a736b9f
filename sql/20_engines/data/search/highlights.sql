create or replace function app.highlights(
  p_type app.object_types, p_properties jsonb, p_query tsquery)
returns json
language sql stable as $$
  select coalesce(json_object_agg(t.key, ts_headline('simple', t.text, p_query,
    'StartSel=<mark>, StopSel=</mark>, '
      || case when length(t.text) <= 200 then 'HighlightAll=true'
        else 'MaxFragments=2, MaxWords=20, MinWords=5' end) order by t.key), '{}')
  from (
    select p.key, replace(replace(replace(left(p.value #>> '{}', 20000),
      '&', '&amp;'), '<', '&lt;'), '>', '&gt;') as text
    from jsonb_each(p_properties - p_type.silent) p
    where jsonb_typeof(p.value) = 'string') t
  where to_tsvector('simple', t.text) @@ p_query or exists (
    -- Words of the query may be spread over several properties.
    select 1 from unnest(tsvector_to_array(to_tsvector('simple', t.text))) word
    where position('''' || word || '''' in p_query::text) > 0)
$$;
comment on function app.highlights is
  'For each text with words of a query the text or, of a long one, an excerpt, its HTML escaped '
  'and the words in <mark>';
