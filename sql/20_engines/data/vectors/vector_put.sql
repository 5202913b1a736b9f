create or replace function app.vector_put(p_vector app.vectors)
returns void
language plpgsql volatile as $$
begin
  perform app.vector_save(p_vector);
  perform app.vector_words_put(p_vector.tenant_id, p_vector.collection, p_vector.id, p_vector.text);
end $$;
comment on function app.vector_put is 'Stores a vector of length 1, with its signs and the words of its text; one that is there is replaced';
