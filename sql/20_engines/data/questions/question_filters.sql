create or replace function app.question_filters(p_config jsonb, p_step jsonb default '{}')
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(n)::jsonb, '[]')
  from unnest(array[p_config->'filters', p_step->'filters']) f(filters)
  cross join lateral jsonb_array_elements(case jsonb_typeof(f.filters)
    when 'array' then f.filters else jsonb_build_array(f.filters) end) n
  where f.filters is not null and f.filters <> '{}'
$$;
comment on function app.question_filters is
  'The filters of a question as a list, with those of a step of it';
