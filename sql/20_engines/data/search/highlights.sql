create or replace function app.highlights(
  p_type app.object_types, p_properties jsonb, p_query tsquery, p_runs text)
returns json
language sql stable as $$
  select coalesce(json_object_agg(t.key, case
    when t.has_run then regexp_replace(ts_headline('simple', t.text, p_query,
        'StartSel=<mark>, StopSel=</mark>, HighlightAll=true'), '(' || p_runs || ')', '<mark>\1</mark>', 'g')
    else ts_headline('simple', t.text, p_query, 'StartSel=<mark>, StopSel=</mark>, '
      || case when length(t.text) <= 200 then 'HighlightAll=true'
        else 'MaxFragments=2, MaxWords=20, MinWords=5' end) end order by t.key), '{}')
  from (
    select s.key, s.has_run, replace(replace(replace(case
      -- Sentences without spaces are no words to count, and so the excerpt is of characters.
      when s.has_run and length(s.text) > 200
        then substr(s.text, greatest(regexp_instr(s.text, p_runs) - 60, 1), 200)
      else s.text end, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') as text
    from (
      select p.key, left(p.value #>> '{}', 20000) as text,
        coalesce(left(p.value #>> '{}', 20000) ~ p_runs, false) as has_run
      from jsonb_each(p_properties - p_type.silent) p
      where jsonb_typeof(p.value) = 'string') s) t
  where t.has_run or p_runs is null and to_tsvector('simple', t.text) @@ p_query or exists (
    -- Words of the query may be spread over several properties.
    select 1 from unnest(tsvector_to_array(to_tsvector('simple', t.text))) word
    where position('''' || word || '''' in p_query::text) > 0)
$$;
comment on function app.highlights is
  'For each text with words of a query, or with its runs in scripts without spaces (app.unspaced_runs), '
  'the text or, of a long one, an excerpt, its HTML escaped and the words in <mark>';
