create or replace function app.simulate_answer(
  args jsonb, p_counts integer[], p_rows integer, p_ids jsonb, p_results json[], p_sql text)
returns json
language sql stable as $$
  select json_strip_nulls(json_build_object('allowed', p_counts[1], 'denied', p_rows - p_counts[1],
    'would_lose', case when not args ? 'sample_data' then p_counts[2] end,
    'would_gain', case when not args ? 'sample_data' then p_counts[3] end,
    'would_lose_ids', case when not args ? 'sample_data' then
      jsonb_path_query_array(p_ids, '$.lose[0 to 99]') end,
    'would_gain_ids', case when not args ? 'sample_data' then
      jsonb_path_query_array(p_ids, '$.gain[0 to 99]') end,
    'results', p_results, 'sql', p_sql))
$$;
comment on function app.simulate_answer is 'The sum of a simulation, its rows and the predicate';
