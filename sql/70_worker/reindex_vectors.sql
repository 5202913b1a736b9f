create or replace function worker.reindex_vectors(
  p_tenant text, p_after jsonb, p_limit integer, out rows integer, out after jsonb)
returns record
language plpgsql volatile as $$
declare
  v_vectors app.vectors[];
  v_vector app.vectors;
  -- Each is some kilobytes long.
  v_limit integer := least(p_limit, 500);
  v_bits bit varying;
  v_words tsvector;
  v_done text;
begin
  v_vectors := array(
    select row(v.*)::app.vectors from app.vectors v
    where v.tenant_id = p_tenant and (v.collection, v.id) > (coalesce(p_after->>0, ''), coalesce(p_after->>1, ''))
    order by v.collection, v.id limit v_limit for share);
  rows := cardinality(v_vectors);
  foreach v_vector in array v_vectors loop
    -- Most rows are right, and are not written.
    v_bits := app.vector_bits(v_vector.embedding);
    if not exists (
      select 1 from app.vector_bits b
      where b.tenant_id = p_tenant and b.collection = v_vector.collection and b.id = v_vector.id and b.bits = v_bits) then
      insert into app.vector_bits (tenant_id, collection, id, bits)
      values (p_tenant, v_vector.collection, v_vector.id, v_bits)
      on conflict (tenant_id, collection, id) do update set bits = excluded.bits;
    end if;
    v_words := app.words(coalesce(v_vector.text, ''));
    if not exists (
      select 1 from app.vector_words w
      where w.tenant_id = p_tenant and w.collection = v_vector.collection and w.id = v_vector.id and w.document = v_words) then
      v_done := app.vector_words_put(p_tenant, v_vector.collection, v_vector.id, v_vector.text);
    end if;
  end loop;
  if rows = v_limit then after := jsonb_build_array(v_vector.collection, v_vector.id); end if;
end $$;
comment on function worker.reindex_vectors is
  'Calculates the signs and words of the next p_limit vectors again; after is null at the end';
