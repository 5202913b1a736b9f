create or replace function app.vector_result(p_vector app.vectors, p_score double precision)
returns jsonb
language sql stable as $$
  select jsonb_build_object('id', p_vector.id, 'score', round(greatest(p_score, 0)::numeric, 6),
    'text', p_vector.text, 'metadata', p_vector.metadata, 'object_type_id', p_vector.object_type_id,
    'object_id', p_vector.object_id)
$$;
comment on function app.vector_result is 'A vector that a search has found, as the API shows it';
