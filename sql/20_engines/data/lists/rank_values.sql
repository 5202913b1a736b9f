create or replace function app.rank_values(p_ranks jsonb, p_id text)
returns jsonb
language sql immutable as $$
  select jsonb_build_array(p_ranks->'ranks'->(i.n::integer - 1), p_id)
  from jsonb_array_elements_text(p_ranks->'ids') with ordinality i(id, n) where i.id = p_id
$$;
comment on function app.rank_values is
  'Where an object stands in the order of rank, as a cursor keeps it: [rank, id]';
