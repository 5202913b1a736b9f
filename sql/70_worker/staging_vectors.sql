create or replace function worker.staging_vectors(p_tenant text, p_collection text, p_after text, p_limit integer)
returns text
language plpgsql volatile as $$
declare
  v_ids text[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_done := app.staging_check(p_tenant);
  v_ids := array(
    select v.id from app.vectors v
    where v.tenant_id = p_tenant and v.collection = p_collection and v.id > p_after order by v.id limit p_limit);
  insert into app.vector_bits (tenant_id, collection, id, bits)
  select v.tenant_id, v.collection, v.id, app.vector_bits(v.embedding) from app.vectors v
  where v.tenant_id = p_tenant and v.collection = p_collection and v.id = any (v_ids);
  insert into app.vector_words (tenant_id, collection, id, document)
  select w.tenant_id, w.collection, w.id, w.document
  from (
    select v.tenant_id, v.collection, v.id, app.words(v.text) as document from app.vectors v
    where v.tenant_id = p_tenant and v.collection = p_collection and v.id = any (v_ids) and v.text is not null offset 0) w
  where w.document <> '';
  return v_ids[cardinality(v_ids)];
end $$;
comment on function worker.staging_vectors is
  'Makes the signs and words of the next p_limit vectors of a collection after p_after, of a tenant that is being loaded, and returns '
  'the last one; null when there are no more';
