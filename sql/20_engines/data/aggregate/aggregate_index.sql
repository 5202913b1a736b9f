create or replace function app.aggregate_index(p_type app.object_types, args jsonb)
returns text
language sql stable as $$
  select case
    when not args ?| array['filters', 'query', 'interval'] and args->'group_by'->1 is null
      and coalesce(args->'metrics', '[{"fn": "count"}]') @? '$[0] ? (@.fn == "count")'
      and args->'metrics'->1 is null and not coalesce(args->'metrics'->0 ? 'property', false)
      and d.definition ? 'ready' and app.filter_kind(d.definition->>'type') = 'text'
    then d.definition->>'id' end
  from (select p_type.definition->(args->'group_by'->>0) as definition) d
$$;
comment on function app.aggregate_index is
  'The property whose index alone answers an aggregate, or null: the objects of a whole type, '
  'counted by one indexed text';
