create or replace function app.filter_member(p_test jsonb, p_map jsonb)
returns jsonb
language sql immutable as $$
  select case when p_test ? 'steps'
    then p_map #> array(select jsonb_array_elements_text(p_test->'steps'))
    else p_map->(p_test->>'name') end
$$;
comment on function app.filter_member is
  'Returns the subject of a question of a filter, in properties or another map; null for nothing';
