create or replace function app.highlights(
  p_type app.object_types, p_properties jsonb, p_query tsquery, p_runs text)
returns json
language sql stable as $$
  select coalesce(json_object_agg(t.key, case
    when t.has_run then regexp_replace(m.whole, '(' || p_runs || ')', '<mark>\1</mark>', 'g')
    when t.is_unspaced then (regexp_match(m.whole, '(?:&\w+;|[^<>&]){0,60}<mark>[^<]*</mark>'
      '(?:<mark>[^<]*</mark>|&\w+;|[^<>&]){0,140}'))[1]
    else m.whole end order by t.key), '{}')
  from (
    select c.key, c.has_run, c.is_unspaced and length(c.text) > 200 as is_unspaced, length(c.text) as size, case
      -- PostgreSQL takes a word of another script for one with what is written beside it, and drops one of 2 KB.
      when c.is_unspaced then regexp_replace(c.safe, '([' || app.unspaced() || ']{1,200})', E'\x01\\1\x01', 'g')
      else c.safe end as text
    from (
      select s.*, replace(replace(replace(case
        -- Sentences without spaces are no words to count, and so the excerpt is of characters.
        when s.has_run and length(s.text) > 200
          then substr(s.text, greatest(regexp_instr(s.text, p_runs) - 60, 1), 200)
        else s.text end, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') as safe
      from (
        select p.key, v.text, coalesce(v.text ~ p_runs, false) as has_run,
          v.text ~ ('[' || app.unspaced() || ']') as is_unspaced
        from jsonb_each(p_properties - p_type.silent) p
        cross join lateral (select replace(left(p.value #>> '{}', 20000), E'\x01', '') as text) v
        where jsonb_typeof(p.value) = 'string') s) c) t
  cross join lateral (select replace(ts_headline('simple', t.text, p_query, 'StartSel=<mark>, StopSel=</mark>, '
    || case when t.has_run or t.is_unspaced or t.size <= 200 then 'HighlightAll=true'
      else 'MaxFragments=2, MaxWords=20, MinWords=5' end), E'\x01', '') as whole) m
  where t.has_run or p_runs is null and to_tsvector('simple', t.text) @@ p_query or exists (
    -- Words of the query may be spread over several properties.
    select 1 from unnest(tsvector_to_array(to_tsvector('simple', t.text))) word
    where position('''' || word || '''' in p_query::text) > 0)
$$;
comment on function app.highlights is
  'For each text with words of a query, or with its runs in scripts without spaces (app.unspaced_runs), '
  'the text or, of a long one, an excerpt, its HTML escaped and the words in <mark>';
