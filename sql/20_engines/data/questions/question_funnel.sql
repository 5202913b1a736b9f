create or replace function app.question_funnel(p_type app.object_types, p_config jsonb)
returns jsonb
language sql stable as $$
  select jsonb_build_object('dimensions', '["label"]'::jsonb, 'measures', '["count"]'::jsonb,
    'rows', json_agg(jsonb_build_object('label', s.step->'label', 'count', (
      app.question_figures(p_type, 'metric', app.jsonb_pick(p_config, '{query}'), app.question_filters(p_config, s.step)))->'value')
      order by s.n)::jsonb,
    'total', count(*))
  from jsonb_array_elements(p_config->'steps') with ordinality s(step, n)
$$;
comment on function app.question_funnel is
  'How many objects reach each step {label, filters} of a funnel, within what its own filters choose';
