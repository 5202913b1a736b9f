create or replace function app.question_aggregate(p_kind text, p_config jsonb)
returns jsonb
language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'filters', p_config->'filters', 'query', p_config->'query', 'interval', p_config->'interval',
    'timezone', p_config->'timezone', 'sort', p_config->'sort', 'order', p_config->'order',
    'limit', coalesce((p_config->>'limit')::integer, 100),
    'metrics', app.question_metrics(p_config)))
    || case when p_kind = 'metric' then '{}'
      else jsonb_build_object('group_by', app.question_groups(p_config)) end
$$;
comment on function app.question_aggregate is
  'The aggregate that answers a question of a kind that counts, sums and groups';
