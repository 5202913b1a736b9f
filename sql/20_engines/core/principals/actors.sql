create or replace function app.actors(p_actor jsonb default app.principal())
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(distinct jsonb_build_object('type', a->'type', 'id', a->'id'))::jsonb, '[]')
  from (
    select p_actor as a where not coalesce(p_actor ? 'written_by', false)
    union all
    select jsonb_array_elements(p_actor->'written_by')
    union all
    select jsonb_array_elements(coalesce(p_actor->'limits', p_actor->'also', '[]'))) s
  where a->>'id' is not null
$$;
comment on function app.actors is
  'Everyone in a principal, or in an actor as the journal keeps it: [{type, id}], the one who acts '
  'and those who wrote a part of what acts. What the operator brings back from a snapshot is written_by its authors, who stand in the operator''s place';
