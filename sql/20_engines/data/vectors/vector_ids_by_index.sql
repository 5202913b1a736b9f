create or replace function app.vector_ids_by_index(
  p_tenant text, p_collection text, p_vector real[], p_limit integer, p_schema text)
returns text[]
language plpgsql stable set enable_sort = off as $$
declare
  v_breadth text := least(1000, greatest(100, p_limit));
  v_ids text[];
begin
  -- Beyond its breadth the index continues until there are as many as asked for.
  perform set_config('hnsw.ef_search', v_breadth, true), set_config('hnsw.iterative_scan', 'strict_order', true);
  -- As text, because the type may be unknown here; the condition is that of the index, letter by letter.
  execute format(
    'select array(select v.id from app.vectors v where v.tenant_id = %1$L and v.collection = %2$L '
      'order by v.embedding::%3$s.halfvec(%4$s) operator(%3$s.<#>) $1::%3$s.halfvec(%4$s) limit %5$s)',
    p_tenant, p_collection, p_schema, cardinality(p_vector), p_limit) into v_ids using p_vector;
  return v_ids;
end $$;
comment on function app.vector_ids_by_index is
  'The ids of up to p_limit vectors of a collection that are nearest to one, nearly all of them, by its index of the extension vector, which '
  'is in the schema p_schema';
