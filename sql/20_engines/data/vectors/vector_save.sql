create or replace function app.vector_save(p_vector app.vectors)
returns void
language plpgsql volatile as $$
declare v_bits bit varying := app.vector_bits(p_vector.embedding);
begin
  insert into app.vectors (tenant_id, collection, id, embedding, text, metadata, object_type_id, object_id, updated_at, digest)
  values (p_vector.tenant_id, p_vector.collection, p_vector.id, p_vector.embedding, p_vector.text, p_vector.metadata,
    p_vector.object_type_id, p_vector.object_id, p_vector.updated_at, p_vector.digest)
  on conflict (tenant_id, collection, id) do update set embedding = excluded.embedding, text = excluded.text,
    metadata = excluded.metadata, object_type_id = excluded.object_type_id, object_id = excluded.object_id,
    updated_at = excluded.updated_at, digest = excluded.digest;
  insert into app.vector_bits (tenant_id, collection, id, bits)
  values (p_vector.tenant_id, p_vector.collection, p_vector.id, v_bits)
  on conflict (tenant_id, collection, id) do update set bits = excluded.bits;
end $$;
comment on function app.vector_save is 'Stores a vector of length 1, with its signs; one that is there is replaced';
