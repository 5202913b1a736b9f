create or replace function app.vector_ids_by_bits(p_tenant text, p_collection text, p_vector real[], p_limit integer)
returns text[]
language plpgsql stable as $$
declare v_bits bit varying := app.vector_bits(p_vector);
begin
  return array(
    select b.id from app.vector_bits b
    where b.tenant_id = p_tenant and b.collection = p_collection
    order by bit_count(b.bits # v_bits), b.id limit p_limit);
end $$;
comment on function app.vector_ids_by_bits is
  'The ids of up to p_limit vectors of a collection that are nearest to one, nearly all of them, by the signs of their numbers';
