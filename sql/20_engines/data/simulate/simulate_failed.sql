create or replace function app.simulate_failed(
  p_leaves jsonb, p_filters app.filter[], p_object app.objects, out paths jsonb, out reason text)
language sql stable as $$
  select coalesce(json_agg(l->'path' order by n)::jsonb, '[]'),
    string_agg(l->>'label', ' and ' order by n)
  from jsonb_array_elements(p_leaves) with ordinality e(l, n)
  where coalesce(app.filter_holds(p_filters[n], p_object), false) = (l->>'is_negated')::boolean
$$;
comment on function app.simulate_failed is
  'Which conditions (app.simulate_conditions, and their filters) a row does not meet: their paths, '
  'and in words';
