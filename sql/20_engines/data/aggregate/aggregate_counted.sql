create or replace function app.aggregate_counted(p_type app.object_types, args jsonb)
returns json
language sql stable as $$
  select json_build_object(
      'rows', json_build_array(json_build_object(coalesce(m.metrics->0->>'as', 'count'), t.live)), 'total', 1)
  from (select coalesce(args->'metrics', '[{"fn": "count"}]') as metrics) m
  cross join lateral app.object_total(p_type.tenant_id, p_type.id) t
  where coalesce(args->'filters', '[]') = '[]' and coalesce(args->'group_by', '[]') = '[]'
    and not args ?| '{query,interval,sort}'
    and jsonb_array_length(m.metrics) = 1 and m.metrics->0->>'fn' = 'count' and not m.metrics->0 ? 'property'
$$;
comment on function app.aggregate_counted is
  'The answer to an aggregate that only asks how many objects a type has, from its counters; null for any other';
