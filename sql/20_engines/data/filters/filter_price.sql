create or replace function app.filter_price(p_filter app.filter)
returns double precision
language plpgsql stable as $$
declare
  v_pattern constant text := 'like_regex ("(?:[^"\\]|\\.)*")';
  v_text text := p_filter.asked->>'text';
  v_price double precision := 0.9 + 0.25 * (p_filter.asked->>'leaves')::integer;
  v_patterns integer;
  v_first integer := p_filter.asked->>'externals';
begin
  if strpos(v_text, 'like_regex') > 0 then
    v_patterns := (
      select count(distinct m[1])
      from regexp_matches(p_filter.condition::text, v_pattern, 'g') m);
    -- PostgreSQL keeps 32 patterns ready; with more, each is prepared again for each row.
    v_price := v_price + (
      select sum(case when v_patterns > 30 then 4 + 0.4 * length(m[1])
        else 0.3 + 0.02 * length(m[1]) end)
      from regexp_matches(v_text, v_pattern, 'g') m);
  end if;
  if strpos(v_text, '[*]') > 0 then
    v_price := v_price + coalesce((
      select sum(0.03 * jsonb_array_length(l.value) + case when l.key = 'object' then 1.0 else 0 end
        * jsonb_array_length(l.value))
      from jsonb_array_elements(p_filter.variables->'v') v
      cross join jsonb_each(case jsonb_typeof(v) when 'object' then v else '{}' end) l
      where jsonb_typeof(l.value) = 'array'), 0);
  end if;
  if not p_filter.is_plain then
    v_price := v_price + 5 + coalesce((
      select sum(app.filter_question_price(x)) from jsonb_array_elements(p_filter.externals)
        with ordinality e(x, n) where n > v_first), 0);
  end if;
  return v_price;
end $$;
comment on function app.filter_price is
  'Returns the cost of testing one object with a caller''s filter, in microseconds, as measured '
  '(docs/data/filters.md): each condition, each pattern, each value of a list, each question';
